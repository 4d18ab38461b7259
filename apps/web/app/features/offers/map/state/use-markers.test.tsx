import { act, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MapSalePlace } from '../../offers.api.ts';
import { useAimedPin } from './use-aimed-pin.ts';
import { useHeldMarkers } from './use-held-markers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const camera = { latitude: 38.71, longitude: -9.14, zoom: 15, width: 390, height: 700, textSize: 1 };
const pin = {
  salePlace: { id: 7, latitude: 38.71, longitude: -9.14 } as MapSalePlace,
  offset: [0, 0] as [number, number],
};

test('markers stay while one is pressed, and follow once the press has been handled', () => {
  const { result, rerender } = renderHook(({ markers }) => useHeldMarkers(markers), {
    initialProps: { markers: 'before' },
  });
  act(() => result.current.hold());
  rerender({ markers: 'after' });
  expect([result.current.markers, result.current.isHeld]).toEqual(['before', true]);
  fireEvent.pointerUp(document.body);
  // The browser is busy, and reports the press late.
  act(() => void vi.advanceTimersByTime(500));
  expect(result.current.markers).toBe('before');
  fireEvent.click(document.body);
  expect(result.current.markers).toBe('before');
  act(() => void vi.runAllTimers());
  expect([result.current.markers, result.current.isHeld]).toEqual(['after', false]);
});

test.each(['pointerup', 'pointercancel'])('without a press they follow after %s', (type) => {
  const { result, rerender } = renderHook(({ markers }) => useHeldMarkers(markers), {
    initialProps: { markers: 'before' },
  });
  act(() => result.current.hold());
  rerender({ markers: 'after' });
  fireEvent(document.body, new Event(type, { bubbles: true }));
  act(() => void vi.runAllTimers());
  expect(result.current.markers).toBe('after');
});

test('a press where a pin was until a zoom is meant for it, for a moment and not after a drag', () => {
  const { result } = renderHook(() => useAimedPin([pin], camera));
  const aim = { x: 195, y: 330 };
  expect(result.current.findPin(aim)).toBeNull();
  result.current.startMove({});
  expect(result.current.findPin(aim)?.id).toBe(7);
  expect(result.current.findPin({ x: 20, y: 20 })).toBeNull();
  result.current.endMove();
  vi.advanceTimersByTime(500);
  expect(result.current.findPin(aim)?.id).toBe(7);
  vi.advanceTimersByTime(200);
  expect(result.current.findPin(aim)).toBeNull();
  result.current.startMove({ originalEvent: new MouseEvent('mousemove') });
  expect(result.current.findPin(aim)).toBeNull();
});
