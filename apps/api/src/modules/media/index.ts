export { mediaRoutes, type PaintDemoPhoto } from './media.routes.ts';
export { receiveFile } from './read-uploaded-file.ts';
export { mediaJobs, scheduleRemoveFiles, scheduleRemovePhoto } from './remove-files.ts';
export { listPhotoPaths, storeAvatar, storePhoto } from './store-photo.ts';
