import { mediaSrcset, mediaUrl } from '../lib/api.ts';
import type { ShellWish } from '../lib/shell.tsx';

/** Behind a bar at the top, for as long as a page asks for it: out of focus, so that what stands before it is read. */
export const HeaderImage = ({ photo }: { photo: ShellWish['headerImage'] }) =>
  photo ? (
    <span aria-hidden="true" className="absolute inset-0 -z-10 overflow-hidden">
      <img
        src={mediaUrl(photo.path)}
        srcSet={mediaSrcset(photo.srcset) || undefined}
        sizes="160px"
        alt=""
        className="size-full scale-110 animate-[fade-in_var(--t-base)] object-cover blur-md"
      />
    </span>
  ) : null;
