import { Box, Globe, Lock, Users, type LucideIcon } from "lucide-react";
import type { MemoView } from "@tidemark/core/router";

/** Always shown with its word: an icon alone says too little. */
export const visibilityIcons: Readonly<Record<MemoView["visibility"], LucideIcon>> = {
  PRIVATE: Lock,
  SPACE: Box,
  PROTECTED: Users,
  PUBLIC: Globe,
};
