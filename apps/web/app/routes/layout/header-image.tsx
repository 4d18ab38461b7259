import { getMediaSrcset, getMediaUrl } from '../../lib/api/api.ts';
import type { LayoutOptions } from '../../lib/layout-options.tsx';

/** Behind the top bar while a page requests it: blurred, so that the text in front stays legible. */
export const HeaderImage = ({ photo }: { photo: LayoutOptions['headerImage'] }) =>
  photo ? (
    <span aria-hidden="true" className="absolute inset-0 -z-10 overflow-hidden">
      <img
        src={getMediaUrl(photo.path)}
        srcSet={getMediaSrcset(photo.srcset) || undefined}
        sizes="160px"
        alt=""
        className="size-full scale-110 animate-[fade-in_var(--t-base)] object-cover blur-md"
      />
    </span>
  ) : null;
