import { useRef } from 'react';
import { toPixel } from '../../../../ui/map/pixels.ts';
import type { MapSalePlace } from '../../offers.api.ts';
import { type MapCamera, type MapPin, pinBox } from './declutter.ts';

/** A finger sets out this long before it arrives, and a slow phone reports it later. */
const AIM_MS = 600;

/** A press on the ground beside a pin that a zoom has just moved away or merged is meant for that pin. */
export function useAimedPin(pins: readonly MapPin[], camera: MapCamera) {
  const previous = useRef<{ pins: readonly MapPin[]; camera: MapCamera; until: number } | null>(null);
  return {
    /** A drag is followed by the finger, so that nothing moves away from it. */
    startMove: ({ originalEvent }: { originalEvent?: unknown }) => {
      const isDrag = originalEvent instanceof MouseEvent || originalEvent instanceof TouchEvent;
      previous.current = isDrag ? null : { pins, camera, until: Number.POSITIVE_INFINITY };
    },
    endMove: () => {
      if (previous.current) previous.current.until = performance.now() + AIM_MS;
    },
    findPin: (point: { x: number; y: number }): MapSalePlace | null =>
      previous.current && performance.now() < previous.current.until
        ? findPinAt(previous.current.pins, previous.current.camera, point)
        : null,
  };
}

/** The uppermost pin at a point of the map, in pixels from its upper left corner. */
export function findPinAt(
  pins: readonly MapPin[],
  camera: MapCamera,
  point: { x: number; y: number },
): MapSalePlace | null {
  const { zoom, width, height } = camera;
  const centre = toPixel(camera, zoom);
  const pin = pins.findLast(({ salePlace, offset }) => {
    const box = pinBox(salePlace, camera, offset);
    return (
      Math.abs(box.x - (centre.x - width / 2 + point.x)) < box.width / 2 &&
      Math.abs(box.y - (centre.y - height / 2 + point.y)) < box.height / 2
    );
  });
  return pin?.salePlace ?? null;
}
