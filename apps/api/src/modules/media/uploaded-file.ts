import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, invalid } from '../../platform/http/error.ts';

/** The one file of a multipart call, whole. */
export async function uploadedFile(request: FastifyRequest, field: string): Promise<Buffer> {
  const file: MultipartFile | undefined = await request.file();
  if (!file || file.fieldname !== field) throw invalid(field, 'field.required');
  const content = await file.toBuffer();
  if (content.length === 0) throw new AppError('uploadRefused');
  return content;
}
