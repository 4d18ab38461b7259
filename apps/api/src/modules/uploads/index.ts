export { claimUploads, findUploads, uploadPersonalData } from './uploads.queries.ts';
export { deleteUnusedUploads, uploadEvidence, uploadPhoto } from './uploads.ts';
