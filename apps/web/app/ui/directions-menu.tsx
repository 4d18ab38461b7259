import { cn } from '@wopack/ui/cn.ts';
import { IconChevronDown } from '@wopack/ui/icons';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Position } from '../lib/browser/position.ts';

interface Props {
  position: Position;
  className: string;
  /** Beside others in a row that wraps: the choice opens below the row, and the button stays where it is. */
  isInRow?: boolean;
  /** Label of the button. */
  children: ReactNode;
}

/** A button that opens a choice of maps with the way to a position. Part of the page, so that it opens offline. */
export function DirectionsMenu({ position, className, isInRow = false, children }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={isInRow ? 'contents' : 'grid justify-items-start'}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') setOpen(false);
        }}
        className={className}
      >
        {children}
        <IconChevronDown className={cn('size-4 shrink-0 transition-transform', isOpen && 'rotate-180')} />
      </button>
      <ul
        id={id}
        hidden={!isOpen}
        className={cn(
          'mt-1 w-full min-w-44 overflow-hidden rounded-md bg-quiet px-4 py-1',
          isInRow ? 'mb-4' : 'mb-2',
        )}
      >
        {Object.entries(buildDirectionsUrls(position)).map(([name, url]) => (
          <li key={name} className="border-b border-line last:border-0">
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              className="flex min-h-11 items-center text-sm font-semibold text-text hover:underline"
            >
              {name}
              <span className="sr-only"> ({t('newTab')})</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Directions by the maps that people use; OpenStreetMap asks for the start. */
const buildDirectionsUrls = ({ latitude, longitude }: Position): Record<string, string> => ({
  'Google Maps': `https://www.google.com/maps/dir/?api=1&destination=${latitude}%2C${longitude}`,
  'Apple Maps': `https://maps.apple.com/?daddr=${latitude}%2C${longitude}`,
  OpenStreetMap: `https://www.openstreetmap.org/directions?to=${latitude}%2C${longitude}#map=16/${latitude}/${longitude}`,
});
