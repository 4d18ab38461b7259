export { mediaRoutes, type PaintDemo } from './media.routes.ts';
export { mediaJobs, removeFiles, removePhoto } from './remove-files.ts';
export { photoPaths, takePhoto, takeSquare } from './take-photo.ts';
export { receiveFile } from './uploaded-file.ts';
