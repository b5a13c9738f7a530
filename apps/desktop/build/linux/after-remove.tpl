#!/bin/sh
# Runs after the package's files were removed. Debian passes an action, rpm the number of versions left.
# Undoes after-install only if no version is left: on an upgrade, rpm runs this for the old version after
# installing the new one, which would then have no command. Memos are in the home folders and are kept.
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
