import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderInLanguage } from '../../../../test/render.tsx';
import { queryClient } from '../../../lib/api/query-client.ts';
import { uploadPhoto } from '../../../lib/api/upload.ts';
import { PhotoZone } from './photo-zone.tsx';
import { usePhotos } from './use-photos.ts';

vi.mock(import('../../../lib/api/upload.ts'), () => ({ uploadPhoto: vi.fn() }));
vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));

const onChange = vi.fn();
function TestZone({ initial }: { initial: string[] }) {
  return <PhotoZone photos={usePhotos(initial, onChange)} />;
}
const renderZone = (...initial: string[]) =>
  renderInLanguage(
    'en',
    <QueryClientProvider client={queryClient}>
      <TestZone initial={initial} />
    </QueryClientProvider>,
  );
const createImageFile = (name: string, type = 'image/png') => new File(['x'], name, { type });
const selectFiles = (...files: File[]) =>
  userEvent.upload(screen.getByLabelText('Photos', { selector: 'input' }), files, { applyAccept: false });

beforeEach(() => {
  vi.mocked(uploadPhoto).mockReset();
  onChange.mockReset();
});

test('shows the progress of a photo, and its number once it is uploaded', async () => {
  const { promise, resolve } = Promise.withResolvers<{ path: string; srcset: string }>();
  vi.mocked(uploadPhoto).mockImplementation((_, { onProgress }) => {
    onProgress(0.62);
    return promise;
  });
  renderZone();
  await selectFiles(createImageFile('a.png'));
  expect(await screen.findByRole('progressbar')).toHaveAttribute('aria-valuenow', '62');
  expect(onChange).not.toHaveBeenCalled();
  resolve({ path: '/media/a.webp', srcset: '' });
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(['/media/a.webp']));
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('a failed photo can be retried', async () => {
  vi.mocked(uploadPhoto)
    .mockRejectedValueOnce(new ApiError(415, { code: 8, message: 'Only pictures.' }))
    .mockResolvedValue({ path: '/media/a.webp', srcset: '' });
  renderZone();
  await selectFiles(createImageFile('a.png'));
  expect(await screen.findByText('Only pictures.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try photo 1 again' }));
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(['/media/a.webp']));
  expect(screen.queryByText('Only pictures.')).toBeNull();
});

test('reordering and removal by keyboard', async () => {
  renderZone('/a', '/b', '/c');
  screen.getByRole('button', { name: 'Move photo 3 left' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(onChange).toHaveBeenLastCalledWith(['/a', '/c', '/b']);
  await userEvent.click(screen.getByRole('button', { name: 'Remove photo 1' }));
  expect(onChange).toHaveBeenLastCalledWith(['/c', '/b']);
});

test('a file that is no image is refused by name and not uploaded', async () => {
  renderZone();
  await selectFiles(createImageFile('notes.gif', 'image/gif'));
  expect(await screen.findByText('notes.gif: only PNG, JPG or WebP.')).toBeVisible();
  expect(uploadPhoto).not.toHaveBeenCalled();
});
