import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, invalid } from '../../platform/http/error.ts';

/** The one file of a multipart call, whole. */
export async function uploadedFile(request: FastifyRequest, field: string): Promise<Buffer> {
  const file: MultipartFile | undefined = await request.file().catch(refuse);
  if (!file || file.fieldname !== field) throw invalid(field, 'field.required');
  const content = await file.toBuffer().catch(refuse);
  if (content.length === 0) throw new AppError('uploadRefused');
  return content;
}

/** The parser's own complaints about a body it cannot read carry no code. */
function refuse(error: Error & { code?: string }): never {
  throw error.code ? error : new AppError('uploadRefused');
}
