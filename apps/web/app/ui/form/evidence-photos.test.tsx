import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderInLanguage } from '../../../test/render.tsx';
import { stubUploads } from '../../../test/stub-browser.tsx';
import { uploadClaimPhoto } from '../../lib/api/upload.ts';
import { usePhotoUploads } from '../../lib/browser/use-photo-uploads.ts';
import { EvidencePhotoField } from './evidence-photos.tsx';

let uploads: ReturnType<typeof stubUploads>;
const latest: { paths: string[] } = { paths: [] };

function TestField({ limit }: { limit: number }) {
  const photos = usePhotoUploads(uploadClaimPhoto);
  latest.paths = photos.paths;
  return (
    <EvidencePhotoField photos={photos} limit={limit} label="Photos" alt="The lease" error={undefined} />
  );
}

const selectFiles = (...names: string[]) =>
  userEvent.upload(
    screen.getByLabelText('Photos', { selector: 'input' }),
    names.map((name) => new File(['x'], name, { type: name.endsWith('.gif') ? 'image/gif' : 'image/png' })),
    { applyAccept: false },
  );
const getRemoveButton = (number: number) => screen.getByRole('button', { name: `Remove photo ${number}` });

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  uploads = stubUploads();
});

test('says that photos beyond the limit are left out, and which files are none', async () => {
  renderInLanguage('en', <TestField limit={2} />);
  await selectFiles('a.png', 'b.png', 'c.png', 'd.gif');
  expect(await screen.findByText('2 photos at most.')).toBeVisible();
  expect(screen.getByText('d.gif: only PNG, JPG, WebP or HEIC.')).toBeVisible();
  expect(screen.getAllByRole('img')).toHaveLength(2);
  await userEvent.click(getRemoveButton(2));
  expect(screen.queryByText('2 photos at most.')).toBeNull();
});

test('each photo and its buttons have names of their own', async () => {
  renderInLanguage('en', <TestField limit={3} />);
  await selectFiles('a.png', 'b.png');
  expect(await screen.findByRole('img', { name: 'The lease, photo 2' })).toBeVisible();
  await waitFor(() => expect(uploads).toHaveLength(2));
  act(() => uploads[0]!.respond(415, { code: 8, message: 'Only pictures.' }));
  act(() => uploads[1]!.respond(503, { code: 9, message: 'Soon again.' }));
  expect(await screen.findByRole('button', { name: 'Try again: photo 2' })).toBeVisible();
  // What is refused for good is not tried again.
  expect(screen.queryByRole('button', { name: 'Try again: photo 1' })).toBeNull();
  const names = screen
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);
  expect(new Set(names).size).toBe(names.length);
});

test('after a photo is removed, the next one has the focus, and at last the button that adds', async () => {
  renderInLanguage('en', <TestField limit={3} />);
  await selectFiles('a.png', 'b.png', 'c.png');
  await waitFor(() => expect(uploads).toHaveLength(3));
  for (const [index, upload] of uploads.entries())
    act(() => upload.respond(200, { data: { path: `/${index}`, srcset: '' } }));
  await waitFor(() => expect(latest.paths).toEqual(['/0', '/1', '/2']));
  await userEvent.click(getRemoveButton(2));
  expect(latest.paths).toEqual(['/0', '/2']);
  expect(getRemoveButton(2)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(getRemoveButton(1)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Add a photo' })).toHaveFocus();
});
