export { mediaRoutes, type PaintDemoPhoto } from './media.routes.ts';
export {
  listPhotoPaths,
  mediaJobs,
  receiveFile,
  scheduleRemoveFiles,
  scheduleRemovePhoto,
  storeAvatar,
  storePhoto,
} from './uploads.ts';
