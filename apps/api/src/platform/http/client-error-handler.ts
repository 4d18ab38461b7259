import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorCodes } from '@wopack/contract';
import { pickLanguage } from '@wopack/domain';
import { translate } from '../messages/translate.ts';

const statusByErrorCode: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** What is no HTTP, or never comes to its end, has no headers to read a language from; it is answered like any other. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  // Who hung up is not to be answered, and neither is whoever was answered in part.
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const status = statusByErrorCode[error.code ?? ''] ?? 400;
  const body = JSON.stringify({
    code: errorCodes.validation.code,
    message: translate('error.unreadable', pickLanguage(undefined)),
  });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
