import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { mockCalls } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import { captureDownloads } from '../../../../test/stub-browser.tsx';
import { PosterCard } from './poster-card.tsx';

const call = mockCalls();

test('a poster is downloaded in the language of the page, a sticker in a chosen one', async () => {
  call.mockResolvedValue({ file: 'poster' });
  const downloads = captureDownloads();
  renderInLanguage('en', <PosterCard id={12} />);
  await userEvent.click(await screen.findByRole('button', { name: 'A4 poster' }));
  await waitFor(() => expect(downloads).toHaveLength(1));
  await userEvent.selectOptions(screen.getByLabelText('Language of the poster'), 'ru');
  await userEvent.click(screen.getByRole('button', { name: 'Sticker' }));
  await waitFor(() => expect(downloads).toHaveLength(2));
  expect(downloads.map(({ name }) => name)).toEqual(['wopack-a4-12.pdf', 'wopack-sticker-12.pdf']);
  expect(call.mock.calls).toEqual([
    ['exportPosterPdf', { params: { id: 12 }, query: { size: 'a4', language: 'en' } }],
    ['exportPosterPdf', { params: { id: 12 }, query: { size: 'sticker', language: 'ru' } }],
  ]);
});
