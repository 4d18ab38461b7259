import type { ComponentProps } from 'react';
import { vi } from 'vitest';
import type { MapCanvas as RealMapCanvas } from '../app/ui/map/map-canvas.tsx';

/** A screen that fulfils all media queries, or none: a wide one, or a phone. */
export const stubScreen = (matches: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches, addEventListener() {}, removeEventListener() {} }));

/** An upload in progress. */
interface Upload {
  path: string;
  reportProgress: (share: number) => void;
  respond: (status: number, body: object) => void;
  fail: () => void;
}

/** Replaces `XMLHttpRequest`; the uploads of a test in order, each answered by the test. */
export function stubUploads() {
  const uploads: Upload[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload: Partial<XMLHttpRequestUpload> = {};
      status = 0;
      responseText = '';
      onload = () => {};
      onerror = () => {};
      onabort = () => {};
      #path = '';
      open(_method: string, path: string) {
        this.#path = path;
      }
      setRequestHeader() {}
      getResponseHeader = () => null;
      abort() {
        this.onabort();
      }
      send() {
        uploads.push({
          path: this.#path,
          reportProgress: (share) =>
            this.upload.onprogress?.call(
              this as unknown as XMLHttpRequest,
              new ProgressEvent('progress', { loaded: share * 100, total: 100 }),
            ),
          respond: (status, body) => {
            Object.assign(this, { status, responseText: JSON.stringify(body) });
            this.onload();
          },
          fail: () => this.onerror(),
        });
      }
    },
  );
  return uploads;
}

/** The files that a test saves as downloads, in order. */
export function captureDownloads() {
  const downloads: { name: string; blob: Blob }[] = [];
  let latestBlob: Blob;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    latestBlob = blob as Blob;
    return 'blob:download';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push({ name: this.download, blob: latestBlob });
  });
  return downloads;
}

/** A camera that sees these codes, one in each frame, and then nothing until more are added to them. */
export function seeCodes(...texts: string[]) {
  class FakeDetector {
    static getSupportedFormats = async () => ['qr_code'];
    detect = async () => [texts.shift()].flatMap((rawValue) => (rawValue ? [{ rawValue }] : []));
  }
  vi.stubGlobal('BarcodeDetector', FakeDetector);
  const getUserMedia = async () => ({ getTracks: () => [] });
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(640);
  return texts;
}

type Props = ComponentProps<typeof RealMapCanvas>;
type GlMap = Parameters<NonNullable<Props['onRendered']>>[0];

/** Replaces the map, since jsdom has no WebGL: a press renders it, as large as its parent and without streets. */
export const MapCanvas = ({ view: { latitude, longitude, zoom }, onRendered }: Props) => (
  <button
    type="button"
    onClick={({ currentTarget: { parentElement } }) =>
      onRendered?.(buildRenderedMap(Number.parseInt(parentElement!.style.width, 10)), { hasNoStreets: true })
    }
  >
    map of {latitude}, {longitude} at zoom {zoom}
  </button>
);

const buildRenderedMap = (width: number) =>
  ({
    getCanvas: () => ({ width, toDataURL: (type: string) => `data:${type};base64,AA` }),
    getStyle: () => ({ sources: { land: {} } }),
    getSource: () => ({ attribution: '<b>Natural Earth</b>' }),
  }) as unknown as GlMap;

/** A browser that supports push; `permission` is the user's answer. */
export function stubPush(
  permission: NotificationPermission,
  initialPermission: NotificationPermission = 'default',
) {
  const state = { permission: initialPermission, subscription: null as object | null };
  const subscription = {
    endpoint: 'https://fcm.googleapis.com/x',
    toJSON: () => ({ endpoint: 'https://fcm.googleapis.com/x', keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      state.subscription = null;
    },
  };
  const subscribe = vi.fn(async () => {
    state.subscription = subscription;
    return subscription;
  });
  const requestPermission = vi.fn(async () => {
    state.permission = permission;
    return permission;
  });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    get permission() {
      return state.permission;
    },
    requestPermission,
  });
  const pushManager = { getSubscription: async () => state.subscription, subscribe };
  const serviceWorker = { getRegistration: async () => ({ pushManager }) };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
  return { subscribe, requestPermission };
}
