export * from "./space-service.ts";
export {
  createSpaceInvitationService,
  type ShownInvitation,
  type SpaceInvitationService,
} from "./invitation-service.ts";
