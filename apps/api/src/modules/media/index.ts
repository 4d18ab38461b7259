export { mediaRoutes, type PaintDemo } from './media.routes.ts';
export { removePhoto } from './remove-photo.ts';
export { photoPaths, takePhoto, takeSquare } from './take-photo.ts';
export { uploadedFile } from './uploaded-file.ts';
