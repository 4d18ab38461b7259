import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Overlay } from './declutter.ts';

/** Lower maps have no row of their own for pickup time and order. In pixels, at the usual size of text. */
const LOW_HEIGHT = 544;

/** A multiple of the usual size: 2 at 200 %. */
export const readTextSize = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;

interface Overlays {
  /** Boxes of all elements with `data-overlay`. */
  overlays: Overlay[];
  /** Pixels from the lower edge of the map to the upper one of its cards. */
  cardsHeight: number;
  /** Low for the size of its text, as in a window on its side and at 200 %. */
  isLow: boolean;
}

/**
 * What lies on the map with the ref, measured: it grows with the text, with the filters that are on, and from language
 * to language.
 */
export function useOverlays(): [RefObject<HTMLDivElement | null>, Overlays] {
  const mapRef = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<Overlays>({ overlays: [], cardsHeight: 0, isLow: false });
  const [observer] = useState(() => new ResizeObserver(() => measure()));
  const measure = () => {
    const map = mapRef.current;
    if (!map) return;
    const next = measureOverlays(map);
    setState((previous) => (JSON.stringify(previous) === JSON.stringify(next) ? previous : next));
  };
  // What lies there comes and goes with the state of the map.
  useLayoutEffect(() => {
    if (!mapRef.current) return;
    for (const element of [mapRef.current, ...listOverlayElements(mapRef.current)]) observer.observe(element);
  });
  useEffect(() => () => observer.disconnect(), [observer]);
  return [mapRef, state];
}

const listOverlayElements = (map: HTMLElement) => [...map.querySelectorAll<HTMLElement>('[data-overlay]')];

function measureOverlays(map: HTMLElement): Overlays {
  const mapBox = map.getBoundingClientRect();
  const overlays = listOverlayElements(map).map((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { left: left - mapBox.left, top: top - mapBox.top, width, height };
  });
  const cards = map.querySelector('[data-overlay=cards]');
  return {
    overlays,
    cardsHeight: cards ? mapBox.bottom - cards.getBoundingClientRect().top : 0,
    isLow: mapBox.height < LOW_HEIGHT * readTextSize(),
  };
}
