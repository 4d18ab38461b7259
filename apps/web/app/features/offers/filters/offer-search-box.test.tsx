import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderInLanguage } from '../../../../test/render.tsx';
import { useStored } from '../../../lib/storage/storage.ts';
import { OfferSearchBox } from './offer-search-box.tsx';
import { useOffersView, ViewToggle } from './view-toggle.tsx';

/** List and map have a box each for the same text. */
function TestOffers() {
  const [text, setText] = useStored('searchProductText');
  const [view] = useOffersView();
  return (
    <>
      <OfferSearchBox key={view} value={text ?? ''} onChange={setText} />
      <ViewToggle />
    </>
  );
}

test('a text typed just before switching to the map is searched there', async () => {
  renderInLanguage('en', <TestOffers />);
  await userEvent.type(screen.getByRole('searchbox'), 'broa');
  await userEvent.click(screen.getByRole('radio', { name: 'Map' }));
  expect(screen.getByRole('searchbox')).toHaveValue('broa');
  expect(localStorage.getItem('searchProductText')).toBe('broa');
});

test('leaving without typing writes nothing', () => {
  const { unmount } = renderInLanguage('en', <TestOffers />);
  act(() => unmount());
  expect(localStorage.getItem('searchProductText')).toBeNull();
});
