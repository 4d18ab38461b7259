import { QueryClientProvider } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeApi, TestQueryProvider } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import { stubUploads } from '../../../../test/stub-browser.tsx';
import { queryClient } from '../../../lib/api/query-client.ts';
import { PhotoZone } from '../photos/photo-zone.tsx';
import { usePhotos } from '../photos/use-photos.ts';
import { emptyProductDraft } from './product-draft.ts';
import { ProductForm } from './product-form.tsx';

describe('product form', () => {
  const draft = {
    ...emptyProductDraft,
    categories: [1],
    name: 'Cesto',
    description: 'Pão.',
    photo: ['/media/a.webp'],
    price: 3.99,
    value: '10',
    place: '1',
  };
  const salePlaces = [
    { id: 1, name: 'Aurora' },
    { id: 2, name: 'Baixa' },
  ];

  test('all errors of the server are shown at their fields at once', async () => {
    const productTypes = [{ id: 1, name: 'Bakery', slug: 'bakery' }];
    fakeApi({
      product_types: [{ body: { data: productTypes } }],
      prices: [{ body: [3.99] }],
      price_tiers: [{ body: { data: [{ price_cents: 399, old_price_cents: 1000, earning_cents: 270 }] } }],
    });
    const errors = { name: ['Too rude.'], old_price: ['Too dear.'], sale_place_id: ['Too far.'] };
    const onSave = vi
      .fn()
      .mockRejectedValue(new ApiError(422, { code: 1, message: 'Please check.', errors }));
    renderInLanguage(
      'en',
      <TestQueryProvider>
        <ProductForm
          initial={draft}
          salePlaces={salePlaces}
          onSave={onSave}
          footer={() => <button type="submit">Save</button>}
        />
      </TestQueryProvider>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    for (const [message] of Object.values(errors)) expect(await screen.findByText(message!)).toBeVisible();
    expect(screen.queryByText('Please check.')).toBeNull();
  });

  test('a main text that gets the language of another text changes places with it', async () => {
    fakeApi({
      product_types: [{ body: { data: [{ id: 1, name: 'Bakery', slug: 'bakery' }] } }],
      prices: [{ body: [3.99] }],
      price_tiers: [{ body: { data: [{ price_cents: 399, old_price_cents: 1000, earning_cents: 270 }] } }],
    });
    const onSave = vi.fn().mockResolvedValue(undefined);
    const texts = { ...draft.texts, en: { name: 'Basket', description: 'Bread.' } };
    renderInLanguage(
      'en',
      <TestQueryProvider>
        <ProductForm
          initial={{ ...draft, texts }}
          savedTexts={{}}
          onSave={onSave}
          footer={() => <button type="submit">Save</button>}
        />
      </TestQueryProvider>,
    );
    const select = screen.getByRole('combobox', { name: 'Language of the text above' });
    expect(select).toBeVisible();
    expect(select).toHaveDisplayValue('Portuguese');
    await userEvent.selectOptions(select, 'English');
    expect(screen.getByRole('textbox', { name: 'Name of the pack' })).toHaveValue('Basket');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(onSave).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        language: 'en',
        name: 'Basket',
        description: 'Bread.',
        texts: { ...draft.texts, pt: { name: 'Cesto', description: 'Pão.' } },
      }),
    );
  });
});

describe('photos', () => {
  let uploads: ReturnType<typeof stubUploads>;
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
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    uploads = stubUploads();
    onChange.mockReset();
  });

  test('shows the progress of a photo, and its number once it is uploaded', async () => {
    renderZone();
    await selectFiles(createImageFile('a.png'));
    await waitFor(() => expect(uploads).toMatchObject([{ path: '/api/v1/products_temp_photo' }]));
    act(() => uploads[0]!.reportProgress(0.62));
    expect(await screen.findByRole('progressbar')).toHaveAttribute('aria-valuenow', '62');
    expect(onChange).not.toHaveBeenCalled();
    act(() => uploads[0]!.respond(200, { data: { path: '/media/a.webp', srcset: '' } }));
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(['/media/a.webp']));
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  test('a failed photo can be retried', async () => {
    renderZone();
    await selectFiles(createImageFile('a.png'));
    await waitFor(() => expect(uploads).toMatchObject([{ path: '/api/v1/products_temp_photo' }]));
    act(() => uploads[0]!.respond(415, { code: 8, message: 'Only pictures.' }));
    expect(await screen.findByText('Only pictures.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try photo 1 again' }));
    await waitFor(() => expect(uploads).toHaveLength(2));
    act(() => uploads[1]!.respond(200, { data: { path: '/media/a.webp', srcset: '' } }));
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
    expect(uploads).toEqual([]);
  });
});
