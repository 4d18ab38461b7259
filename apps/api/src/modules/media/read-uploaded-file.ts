import type { MultipartFile } from '@fastify/multipart';
import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import type { FastifyRequest } from 'fastify';
import { AppError, createValidationError } from '../../platform/http/app-error.ts';
import { createStreamLimiter } from '../../platform/http/stream-limit.ts';

/** Concurrent uploads of one user: the number of photos of a product, which the app sends together. */
const MAX_UPLOADS_PER_USER = 8;
/**
 * Concurrent uploads of all users on one process. Each holds up to 10 MB from its first byte until it is
 * stored.
 */
const MAX_UPLOADS = 16;
/** Further uploads wait with unread bodies; beyond this number they are refused. */
const MAX_WAITING_UPLOADS = 32;

const countUpload = createStreamLimiter(MAX_UPLOADS_PER_USER);
const uploads = bulkhead(MAX_UPLOADS, MAX_WAITING_UPLOADS);

/** Reads the only file of a multipart request into memory and passes it to `store`. */
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

/** Errors with a code pass on to the error handler; those without one mean content that cannot be read. */
function createUploadError(error: Error & { code?: string }): never {
  throw error.code ? error : new AppError('uploadRefused');
}
