import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeApi } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import { stubUploads } from '../../../../test/stub-browser.tsx';
import { PhotoZone } from '../photos/photo-zone.tsx';
import { usePhotos } from '../photos/use-photos.ts';
import { emptyProductDraft, toProductBody } from './product-draft.ts';
import { ProductForm } from './product-form.tsx';

const draft = {
  ...emptyProductDraft,
  categories: [1],
  name: 'Cesto',
  description: 'Pão.',
  photo: ['/media/a.webp'],
  price: 3.99,
  allergenAnswer: 'none' as const,
  value: '10',
  place: '1',
};

describe('product form', () => {
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
      <ProductForm
        initial={draft}
        salePlaces={salePlaces}
        onSave={onSave}
        footer={() => <button type="submit">Save</button>}
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    for (const [message] of Object.values(errors)) expect(await screen.findByText(message!)).toBeVisible();
    expect(screen.queryByText('Please check.')).toBeNull();
  });

  test('a diet that a named allergen rules out is said at once, beside the diets, until one of both is taken off', async () => {
    fakeApi({
      product_types: [{ body: { data: [{ id: 1, name: 'Bakery', slug: 'bakery' }] } }],
      prices: [{ body: [3.99] }],
      price_tiers: [{ body: { data: [{ price_cents: 399, old_price_cents: 1000, earning_cents: 270 }] } }],
    });
    renderInLanguage(
      'en',
      <ProductForm
        initial={{ ...draft, allergenAnswer: 'some', allergens: ['milk'], diet: ['vegan'] }}
        savedTexts={{}}
        onSave={vi.fn()}
        footer={() => <button type="submit">Save</button>}
      />,
    );
    const message = await screen.findByText(/It cannot be vegan: it names/);
    expect(message).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'vegan' }));
    expect(screen.queryByText(/It cannot be vegan/)).toBeNull();
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
      <ProductForm
        initial={{ ...draft, texts }}
        savedTexts={{}}
        onSave={onSave}
        footer={() => <button type="submit">Save</button>}
      />,
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

describe('long texts', () => {
  test('a pasted text that is too long is refused with its length, in every language, and nothing of it is cut', async () => {
    fakeApi({
      product_types: [{ body: { data: [{ id: 1, name: 'Bakery', slug: 'bakery' }] } }],
      prices: [{ body: [3.99] }],
      price_tiers: [{ body: { data: [{ price_cents: 399, old_price_cents: 1000, earning_cents: 270 }] } }],
    });
    const onSave = vi.fn();
    renderInLanguage(
      'en',
      <ProductForm
        initial={draft}
        savedTexts={{}}
        onSave={onSave}
        footer={() => <button type="submit">Save</button>}
      />,
    );
    const paste = async (name: string, length: number) => {
      const field = screen.getByRole('textbox', { name, hidden: true });
      await userEvent.clear(field);
      field.focus();
      await userEvent.paste('a'.repeat(length));
      return field;
    };
    const fields = [
      [await paste('Name of the pack', 121), 120],
      [await paste('Description', 2001), 2000],
      [await paste('Name in Russian', 121), 120],
      [await paste('Description in Russian', 2001), 2000],
    ] as const;
    expect(screen.getAllByText('2001 / 2000')).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    for (const [field, max] of fields) {
      expect(field).toHaveValue('a'.repeat(max + 1));
      await waitFor(() =>
        expect(field).toHaveAccessibleDescription(`At most ${max} characters: shorten it a little.`),
      );
    }
    expect(onSave).not.toHaveBeenCalled();
  });
});

describe('photos', () => {
  let uploads: ReturnType<typeof stubUploads>;
  const onChange = vi.fn();
  function TestZone({ initial }: { initial: string[] }) {
    return <PhotoZone photos={usePhotos(initial, onChange)} />;
  }
  const renderZone = (...initial: string[]) => renderInLanguage('en', <TestZone initial={initial} />);
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
    act(() => uploads[0]!.respond(503, { code: 9, message: 'Soon again.' }));
    expect(await screen.findByText('Soon again.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again: photo 1' }));
    await waitFor(() => expect(uploads).toHaveLength(2));
    act(() => uploads[1]!.respond(200, { data: { path: '/media/a.webp', srcset: '' } }));
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(['/media/a.webp']));
    expect(screen.queryByText('Soon again.')).toBeNull();
  });

  test.each([
    [413, 8],
    [415, 8],
    [422, 1],
  ])('one that can never be taken is not tried again: %i', async (status, code) => {
    renderZone();
    await selectFiles(createImageFile('a.png'));
    await waitFor(() => expect(uploads).toHaveLength(1));
    act(() => uploads[0]!.respond(status, { code, message: 'Only pictures.', errors: {} }));
    expect(await screen.findByText('Only pictures.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Remove photo 1' })).toBeVisible();
  });

  test('the cover is the first photo that is uploaded', async () => {
    renderZone();
    await selectFiles(createImageFile('a.png'), createImageFile('b.png'));
    await waitFor(() => expect(uploads).toHaveLength(2));
    expect(screen.queryByText('cover')).toBeNull();
    act(() => uploads[0]!.respond(415, { code: 8, message: 'Only pictures.' }));
    act(() => uploads[1]!.respond(200, { data: { path: '/media/b.webp', srcset: '' } }));
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(['/media/b.webp']));
    const cover = screen.getByText('cover').closest('li')!;
    expect(within(cover).getByRole('img', { name: /2/ })).toBeVisible();
  });

  test('reordering and removal by keyboard', async () => {
    renderZone('/a', '/b', '/c');
    screen.getByRole('button', { name: 'Move photo 3 left' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(onChange).toHaveBeenLastCalledWith(['/a', '/c', '/b']);
    await userEvent.click(screen.getByRole('button', { name: 'Remove photo 1' }));
    expect(onChange).toHaveBeenLastCalledWith(['/c', '/b']);
    expect(screen.getByRole('button', { name: 'Remove photo 1' })).toHaveFocus();
  });

  describe('a portrait', () => {
    const drawn = vi.fn();
    beforeEach(() => {
      drawn.mockReset();
      vi.stubGlobal('createImageBitmap', async () => ({ width: 900, height: 1600, close() {} }));
      vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
        fillRect() {},
        drawImage: (_: unknown, ...numbers: number[]) => drawn(numbers.slice(0, 4).map(Math.round)),
      } as never);
      vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['part'])));
    });

    test('is uploaded once its part is chosen by keyboard, and can be cropped again', async () => {
      renderZone();
      await selectFiles(createImageFile('a.png'));
      const slider = await screen.findByRole('slider', { name: 'Position of the frame' });
      expect(slider).toHaveValue('50');
      expect(uploads).toEqual([]);
      fireEvent.change(slider, { target: { value: '100' } });
      await userEvent.click(screen.getByRole('button', { name: 'Use this part' }));
      await waitFor(() => expect(uploads).toHaveLength(1));
      expect(drawn).toHaveBeenLastCalledWith([0, 1094, 900, 506]);
      act(() => uploads[0]!.respond(200, { data: { path: '/media/a.webp', srcset: '' } }));
      await userEvent.click(
        await screen.findByRole('button', { name: 'Choose the part of photo 1 that shows' }),
      );
      const again = await screen.findByRole('slider');
      expect(again).toHaveValue('100');
      fireEvent.change(again, { target: { value: '0' } });
      await userEvent.click(screen.getByRole('button', { name: 'Use this part' }));
      await waitFor(() => expect(uploads).toHaveLength(2));
      expect(drawn).toHaveBeenLastCalledWith([0, 0, 900, 506]);
      // Whatever is sent or stored meanwhile has the part chosen first.
      expect(screen.getByRole('progressbar', { name: 'Photo 1 is uploading' })).toBeVisible();
      expect(onChange.mock.calls).toEqual([[['/media/a.webp']]]);
      act(() => uploads[1]!.respond(200, { data: { path: '/media/b.webp', srcset: '' } }));
      await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(['/media/b.webp']));
    });

    test('of a wide photo the part beside can be chosen too, after it is uploaded', async () => {
      vi.stubGlobal('createImageBitmap', async () => ({ width: 3200, height: 900, close() {} }));
      renderZone();
      await selectFiles(createImageFile('a.png'));
      await waitFor(() => expect(uploads).toHaveLength(1));
      act(() => uploads[0]!.respond(200, { data: { path: '/media/a.webp', srcset: '' } }));
      await userEvent.click(
        await screen.findByRole('button', { name: 'Choose the part of photo 1 that shows' }),
      );
      fireEvent.change(await screen.findByRole('slider', { name: 'Position of the frame' }), {
        target: { value: '100' },
      });
      await userEvent.click(screen.getByRole('button', { name: 'Use this part' }));
      await waitFor(() => expect(uploads).toHaveLength(2));
      expect(drawn).toHaveBeenLastCalledWith([1600, 0, 1600, 900]);
    });

    test('is left to the server by closing the question, and the next one is asked for', async () => {
      renderZone();
      await selectFiles(createImageFile('a.png'), createImageFile('b.png'));
      await screen.findByRole('slider');
      await userEvent.click(screen.getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(uploads).toHaveLength(1));
      expect(drawn).not.toHaveBeenCalled();
      await userEvent.click(await screen.findByRole('button', { name: 'Use this part' }));
      await waitFor(() => expect(uploads).toHaveLength(2));
    });

    test('is not asked about where the browser cannot open it', async () => {
      vi.stubGlobal('createImageBitmap', async () => Promise.reject(new Error('no')));
      vi.stubGlobal(
        'Image',
        class {
          onerror = () => {};
          set src(_: string) {
            queueMicrotask(() => this.onerror());
          }
        },
      );
      renderZone();
      await selectFiles(createImageFile('a.png'));
      await waitFor(() => expect(uploads).toHaveLength(1));
      await selectFiles(new File([new Uint8Array(4), 'ftypheic'], 'IMG.HEIC', { type: 'image/heic' }));
      expect(await screen.findByText(/This browser cannot open HEIC photos/)).toBeVisible();
      expect(uploads).toHaveLength(1);
    });
  });

  test('a photo cropped again whose upload fails stays as it was', async () => {
    vi.stubGlobal('createImageBitmap', async () => ({ width: 900, height: 1600, close() {} }));
    renderZone();
    await selectFiles(createImageFile('a.png'));
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
    await waitFor(() => expect(uploads).toHaveLength(1));
    act(() => uploads[0]!.respond(200, { data: { path: '/media/a.webp', srcset: '' } }));
    await userEvent.click(
      await screen.findByRole('button', { name: 'Choose the part of photo 1 that shows' }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Use this part' }));
    await waitFor(() => expect(uploads).toHaveLength(2));
    act(() => uploads[1]!.respond(415, { code: 8, message: 'Only pictures.' }));
    expect(await screen.findByText('Only pictures.')).toBeVisible();
    expect(onChange.mock.calls).toEqual([[['/media/a.webp']]]);
  });

  test('the last photo that is removed leaves the focus to the button that adds one', async () => {
    renderZone('/a');
    await userEvent.click(screen.getByRole('button', { name: 'Remove photo 1' }));
    expect(screen.getByRole('button', { name: /Drop photos here|Add/ })).toHaveFocus();
  });

  test('a file that is no image is refused by name and not uploaded', async () => {
    renderZone();
    await selectFiles(createImageFile('notes.gif', 'image/gif'));
    expect(await screen.findByText('notes.gif: only PNG, JPG, WebP or HEIC.')).toBeVisible();
    expect(uploads).toEqual([]);
  });
});

describe('VAT of a pack', () => {
  const open = (vat: Partial<typeof draft>) => {
    fakeApi({
      product_types: [{ body: { data: [{ id: 1, name: 'Bakery', slug: 'bakery' }] } }],
      prices: [{ body: [3.99] }],
      price_tiers: [{ body: { data: [{ price_cents: 399, old_price_cents: 1000, earning_cents: 270 }] } }],
    });
    const onSave = vi.fn().mockResolvedValue(undefined);
    renderInLanguage(
      'en',
      <ProductForm
        initial={{ ...draft, ...vat }}
        savedTexts={{}}
        onSave={onSave}
        footer={() => <button type="submit">Save</button>}
      />,
    );
    return onSave;
  };
  const readRate = (onSave: ReturnType<typeof open>) => toProductBody(onSave.mock.calls[0]![0]).vat_rate;
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

  test.each([
    ['As in the details of the business', null],
    ['13%', 13],
    ['Mixed: several rates', 'mixed'],
  ] as const)('%s', async (option, rate) => {
    const onSave = open({});
    await userEvent.selectOptions(screen.getByLabelText('VAT of this pack'), option);
    await save();
    await waitFor(() => expect(onSave).toHaveBeenCalledOnce());
    expect(readRate(onSave)).toBe(rate);
  });

  test('another rate is typed, and a wrong one is said beside its field', async () => {
    const onSave = open({});
    await userEvent.selectOptions(screen.getByLabelText('VAT of this pack'), 'Another rate');
    await userEvent.type(await screen.findByLabelText('Rate in per cent'), '31');
    await save();
    expect(await screen.findByText('A rate between 0 and 30, for example 13.')).toBeVisible();
    expect(onSave).not.toHaveBeenCalled();
    await userEvent.clear(screen.getByLabelText('Rate in per cent'));
    await userEvent.type(screen.getByLabelText('Rate in per cent'), '6,5');
    await save();
    await waitFor(() => expect(onSave).toHaveBeenCalledOnce());
    expect(readRate(onSave)).toBe(6.5);
  });
});
