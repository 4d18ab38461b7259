import { Button } from '@wopack/ui/button.tsx';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { type PointerEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calculateCrop, type PhotoSize } from '../../../lib/browser/prepare-photo.ts';
import { PHOTO_RATIO } from './use-photos.ts';

/** Steps of the slider. */
const STEPS = 100;

interface Props {
  url: string;
  size: PhotoSize;
  /** How much of what is left out is above it or left of it, from 0 to 1. */
  initialPosition: number;
  onCrop: (position: number) => void;
  /** Leaves the choice to the server. */
  onClose: () => void;
}

/** Which part of a photo is shown: a frame that is dragged, or moved by the keys of the slider. */
export function CropSheet({ url, size, initialPosition, onCrop, onClose }: Props) {
  const { t } = useTranslation('seller');
  const id = useId();
  const [position, setPosition] = useState(initialPosition);
  const frame = calculateCrop(size, PHOTO_RATIO, position);
  const drag = useRef<{ x: number; y: number; position: number } | null>(null);
  const handleMove = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    if (!drag.current) return;
    // It leaves room along one side only.
    const room =
      currentTarget.clientHeight * (1 - frame.height) + currentTarget.clientWidth * (1 - frame.width);
    const distance = frame.height < 1 ? clientY - drag.current.y : clientX - drag.current.x;
    const moved = room > 0 ? distance / room : 0;
    setPosition(Math.min(1, Math.max(0, drag.current.position + moved)));
  };
  return (
    <Sheet open onClose={onClose} title={t('pack.cropTitle')} description={t('pack.cropText')}>
      <div
        data-base-ui-swipe-ignore=""
        className="relative mx-auto max-w-full cursor-grab touch-none overflow-hidden rounded-md select-none active:cursor-grabbing"
        style={{
          aspectRatio: `${size.width} / ${size.height}`,
          width: `min(100%, ${(46 * size.width) / size.height}dvh)`,
        }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { x: event.clientX, y: event.clientY, position };
        }}
        onPointerMove={handleMove}
        onPointerUp={() => {
          drag.current = null;
        }}
        onPointerCancel={() => {
          drag.current = null;
        }}
      >
        <img src={url} alt="" draggable={false} className="block size-full" />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute rounded-xs shadow-[0_0_0_100vmax_rgb(0_0_0/.55)] inset-ring-3 inset-ring-paper"
          style={{
            left: `${frame.left * 100}%`,
            top: `${frame.top * 100}%`,
            width: `${frame.width * 100}%`,
            height: `${frame.height * 100}%`,
          }}
        />
      </div>
      <label htmlFor={id} className="grid gap-1.5 text-sm font-semibold">
        {t('pack.cropSlider')}
        <input
          id={id}
          type="range"
          min={0}
          max={STEPS}
          value={Math.round(position * STEPS)}
          onChange={({ target }) => setPosition(Number(target.value) / STEPS)}
          className="h-11 w-full accent-primary"
        />
      </label>
      <Button fullWidth onClick={() => onCrop(position)}>
        {t('pack.cropUse')}
      </Button>
    </Sheet>
  );
}
