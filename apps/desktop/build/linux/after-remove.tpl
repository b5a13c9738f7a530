#!/bin/sh
# After the package's files are gone. Debian says what happens in a word, rpm in how many versions stay:
# only when none stays is what after-install made taken away. rpm asks this of the old version after the
# new one is installed, so that doing it on an upgrade would leave no command behind. Nobody's memos are
# touched: they are in the home folders.
case "$1" in
  upgrade | failed-upgrade | abort-* | disappear | 1 | 2) exit 0 ;;
esac

if command -v update-alternatives >/dev/null 2>&1; then
  update-alternatives --remove '${executable}' '/opt/${sanitizedProductName}/${executable}'
else
  rm -f '/usr/bin/${executable}'
fi

profile='/etc/apparmor.d/${executable}'
if [ -f "$profile" ]; then
  if command -v apparmor_parser >/dev/null 2>&1; then
    apparmor_parser --remove "$profile" >/dev/null 2>&1 || true
  fi
  rm -f "$profile"
fi

if command -v update-desktop-database >/dev/null 2>&1; then
  update-desktop-database /usr/share/applications || true
fi
