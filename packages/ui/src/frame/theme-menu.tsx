import { Menu } from "@base-ui/react/menu";
import { Check, Monitor, Moon, Sun } from "lucide-react";
import { themeChoices, useTheme } from "../theme/theme.ts";
import { frameStrings } from "./strings.ts";

const icons = { system: Monitor, light: Sun, dark: Moon } as const;

/** System, light or dark. */
export function ThemeMenu() {
  const { choice, choose } = useTheme();
  const Icon = icons[choice];
  const label = frameStrings.themeButton(frameStrings.themes[choice]);
  return (
    <Menu.Root>
      <Menu.Trigger className="icon-button" aria-label={label} title={label} data-after-feed>
        <Icon size={16} strokeWidth={1.75} aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="top" align="end" sideOffset={6} className="z-40">
          <Menu.Popup className="popover min-w-36 p-1 outline-none">
            <Menu.RadioGroup value={choice} onValueChange={choose} aria-label={frameStrings.theme}>
              {themeChoices.map((each) => (
                <Menu.RadioItem key={each} value={each} closeOnClick className="menu-row">
                  <span className="w-4">
                    <Menu.RadioItemIndicator>
                      <Check size={16} strokeWidth={1.75} aria-hidden />
                    </Menu.RadioItemIndicator>
                  </span>
                  {frameStrings.themes[each]}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
