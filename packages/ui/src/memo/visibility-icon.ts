import { Box, Globe, Lock, Users, type LucideIcon } from "lucide-react";
import type { MemoView } from "@tidemark/core/router";

/** Icons of the visibilities, always shown with their names. */
export const visibilityIcons: Readonly<Record<MemoView["visibility"], LucideIcon>> = {
  PRIVATE: Lock,
  SPACE: Box,
  PROTECTED: Users,
  PUBLIC: Globe,
};
