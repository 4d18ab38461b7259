import type { MultipartFile } from '@fastify/multipart';
import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import type { FastifyRequest } from 'fastify';
import { AppError, createValidationError } from '../../platform/http/app-error.ts';
import { createStreamLimiter } from '../../platform/http/stream-limit.ts';

/** Of one user at once: as many as a product has photos, which the app sends together. */
const MAX_UPLOADS_PER_USER = 8;
/** Of all users at once, on one process. Each holds up to 10 MB from its first byte until it is stored. */
const MAX_UPLOADS = 16;
/** More wait, their bodies unread; beyond that they are refused. */
const MAX_WAITING_UPLOADS = 32;

const countUpload = createStreamLimiter(MAX_UPLOADS_PER_USER);
const uploads = bulkhead(MAX_UPLOADS, MAX_WAITING_UPLOADS);

/** Reads the one file of a multipart call, whole, and hands it to `store`. */
export async function receiveFile<T>(
  request: FastifyRequest,
  field: string,
  store: (content: Buffer) => Promise<T>,
): Promise<T> {
  const release = countUpload(request.actor!.id);
  try {
    return await uploads.execute(async () => store(await readFile(request, field)));
  } catch (error) {
    if (!isBulkheadRejectedError(error)) throw error;
    throw new AppError('serviceDown', { message: 'media.busy', retryAfter: 5 });
  } finally {
    release();
  }
}

async function readFile(request: FastifyRequest, field: string): Promise<Buffer> {
  const file: MultipartFile | undefined = await request.file().catch(createUploadError);
  if (!file || file.fieldname !== field) throw createValidationError(field, 'field.required');
  const content = await file.toBuffer().catch(createUploadError);
  if (content.length === 0) throw new AppError('uploadRefused');
  return content;
}

/** The parser's own complaints about a body it cannot read carry no code. */
function createUploadError(error: Error & { code?: string }): never {
  throw error.code ? error : new AppError('uploadRefused');
}
