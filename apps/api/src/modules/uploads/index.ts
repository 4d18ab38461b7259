export { claimUploads, findUploads, insertUpload, uploadPersonalData } from './uploads.queries.ts';
export { assertMayWait, deleteUnusedUploads, uploadEvidence, uploadPhoto } from './uploads.ts';
