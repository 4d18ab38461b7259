export { mediaRoutes, type PaintDemoPhoto } from './media.routes.ts';
export {
  isEvidence,
  listPhotoPaths,
  mediaJobs,
  receiveFile,
  scheduleRemoveFiles,
  scheduleRemovePhoto,
  storeAvatar,
  storeEvidence,
  storePhoto,
} from './uploads.ts';
