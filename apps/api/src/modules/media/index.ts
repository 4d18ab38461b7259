export { mediaRoutes, type PaintDemoPhoto } from './media.routes.ts';
export {
  type FileKind,
  isEvidence,
  listPhotoPaths,
  mediaJobs,
  receiveFile,
  scheduleRemoveFiles,
  scheduleRemovePhoto,
  storeAvatar,
  storeEvidence,
  storePhoto,
  storePhotoBytes,
  withArrivalFolder,
} from './uploads.ts';
