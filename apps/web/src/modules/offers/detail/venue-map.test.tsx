import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderIn } from '../../../../test/render.tsx';
import type { OfferDetail } from '../offers.api.ts';
import { VenueMap } from './venue-map.tsx';

vi.mock(import('../map-view.tsx'), () => ({ SmallMap: () => <p>streets</p> }) as never);

const offer = {
  types: [{ slug: 'bakery' }],
  sale_place: { name: 'Padaria Alvorada', latitude: 38.7, longitude: -9.1 },
} as unknown as OfferDetail;

/** What the page watches, and how it comes into view. */
function sight() {
  const seen: ((entries: { isIntersecting: boolean }[]) => void)[] = [];
  const margins: (string | undefined)[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onSee: (typeof seen)[number], { rootMargin }: IntersectionObserverInit) {
        seen.push(onSee);
        margins.push(rootMargin);
      }
      observe() {}
      disconnect() {}
    },
  );
  return { margins, comes: () => act(() => seen.at(-1)?.([{ isIntersecting: true }])) };
}

test('until the person moves only the pin stands there, though the map is in sight', () => {
  const { margins, comes } = sight();
  renderIn('en', <VenueMap offer={offer} />);
  comes();
  expect(margins).toEqual([]);
  expect(screen.getByText('Padaria Alvorada')).toBeInTheDocument();
  expect(screen.queryByText('streets')).not.toBeInTheDocument();
});

test.each(['wheel', 'pointerMove', 'keyDown'] as const)('after %s it comes once it is in sight', (sign) => {
  const { margins, comes } = sight();
  renderIn('en', <VenueMap offer={offer} />);
  fireEvent[sign](document.body);
  expect(margins).toEqual(['0px']);
  expect(screen.queryByText('streets')).not.toBeInTheDocument();
  comes();
  expect(screen.getByText('streets')).toBeInTheDocument();
});
