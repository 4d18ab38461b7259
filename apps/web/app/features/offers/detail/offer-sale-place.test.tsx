import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderInLanguage } from '../../../../test/render.tsx';
import type { OfferDetail } from '../offers.api.ts';
import { LazySalePlaceMap } from './offer-sale-place.tsx';

const offer = {
  types: [{ slug: 'bakery' }],
  sale_place: { name: 'Padaria Alvorada', latitude: 38.7, longitude: -9.1 },
} as unknown as OfferDetail;

const mapText = 'map of 38.7, -9.1 at zoom 15';

/** Captures the observed elements and triggers their intersection. */
function stubIntersectionObserver() {
  const callbacks: ((entries: { isIntersecting: boolean }[]) => void)[] = [];
  const margins: (string | undefined)[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (typeof callbacks)[number], { rootMargin }: IntersectionObserverInit) {
        callbacks.push(callback);
        margins.push(rootMargin);
      }
      observe() {}
      disconnect() {}
    },
  );
  return { margins, enterView: () => act(() => callbacks.at(-1)?.([{ isIntersecting: true }])) };
}

test('before any interaction only the pin is shown, although the map is in view', () => {
  const { margins, enterView } = stubIntersectionObserver();
  renderInLanguage('en', <LazySalePlaceMap offer={offer} />);
  enterView();
  expect(margins).toEqual([]);
  expect(screen.getByText('Padaria Alvorada')).toBeInTheDocument();
  expect(screen.queryByText(mapText)).not.toBeInTheDocument();
});

test.each(['wheel', 'pointerMove', 'keyDown'] as const)(
  'after %s the map loads once it is in view',
  async (eventName) => {
    const { margins, enterView } = stubIntersectionObserver();
    renderInLanguage('en', <LazySalePlaceMap offer={offer} />);
    fireEvent[eventName](document.body);
    expect(margins).toEqual(['0px']);
    expect(screen.queryByText(mapText)).not.toBeInTheDocument();
    enterView();
    expect(await screen.findByText(mapText)).toBeInTheDocument();
  },
);
