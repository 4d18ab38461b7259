import { getMediaSrcset, getMediaUrl } from '../../lib/api/api.ts';
import type { LayoutOptions } from '../../lib/layout-options.tsx';

/** Behind a bar at the top, for as long as a page asks for it: out of focus, so that what stands before it is read. */
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
