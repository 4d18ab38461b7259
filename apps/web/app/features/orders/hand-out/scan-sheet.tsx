import { parseTicketCode } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { IconCameraOff } from '@wopack/ui/icons';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import decodeQr from 'qr/decode.js';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Missing in some browsers and in TypeScript's DOM types. https://wicg.github.io/shape-detection-api/ */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
};

/** Pixels; enough for a code that fills a third of the frame, and fast to decode. */
const MAX_FRAME_WIDTH = 640;

/** Decodes a QR code in a video frame: by the browser where it can, else by the library. Null: no code in the frame. */
async function createQrCodeReader(): Promise<(video: HTMLVideoElement) => Promise<string | null>> {
  const detector = await createNativeDetector();
  if (detector) return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  return async (video) => {
    const scale = Math.min(1, MAX_FRAME_WIDTH / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    try {
      return decodeQr(context.getImageData(0, 0, canvas.width, canvas.height));
    } catch {
      return null;
    }
  };
}

async function createNativeDetector(): Promise<Detector | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats = await BarcodeDetector?.getSupportedFormats().catch(() => []);
  return BarcodeDetector && (formats as string[] | undefined)?.includes('qr_code')
    ? new BarcodeDetector({ formats: ['qr_code'] })
    : null;
}

/** absent: no camera, or an insecure context; refused: by the user or the browser; failed: camera in use. */
export type ScannerState = 'starting' | 'seeing' | 'refused' | 'absent' | 'failed';

const SCAN_INTERVAL_MS = 120;

/**
 * Shows the camera in the video, once there is one, and reports each code until unmounted. A sheet shows its content
 * only when its own code has arrived: the camera may be allowed before.
 */
export function useScanner(onCode: (text: string) => void): {
  setVideo: (video: HTMLVideoElement | null) => void;
  state: ScannerState;
} {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [state, setState] = useState<ScannerState>('starting');
  const reportCode = useEffectEvent(onCode);
  useEffect(() => {
    if (!video) return;
    const abortController = new AbortController();
    startScanning(video, abortController.signal, {
      onCode: (text) => reportCode(text),
      onState: setState,
    }).catch((error: unknown) => {
      if (!abortController.signal.aborted) setState(toErrorState(error));
    });
    return () => abortController.abort();
  }, [video]);
  return { setVideo, state };
}

function toErrorState(error: unknown): ScannerState {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotFoundError' || name === 'OverconstrainedError' || name === 'NotSupportedError'
    ? 'absent'
    : 'failed';
}

interface ScannerCallbacks {
  onCode: (text: string) => void;
  onState: (state: ScannerState) => void;
}

async function startScanning(
  video: HTMLVideoElement,
  signal: AbortSignal,
  callbacks: ScannerCallbacks,
): Promise<void> {
  if (!navigator.mediaDevices?.getUserMedia) throw new DOMException('no camera here', 'NotSupportedError');
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 } },
  });
  const stopCamera = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  signal.addEventListener('abort', stopCamera);
  if (signal.aborted) return stopCamera();
  video.srcObject = stream;
  await video.play();
  callbacks.onState('seeing');
  const readCode = await createQrCodeReader();
  const scanFrame = async (): Promise<void> => {
    if (signal.aborted) return;
    const text = video.videoWidth ? await readCode(video).catch(() => null) : null;
    if (signal.aborted) return;
    if (text) callbacks.onCode(text);
    setTimeout(() => void scanFrame(), SCAN_INTERVAL_MS);
  };
  await scanFrame();
}

/** What a ticket's code says to a counter with a connection. */
export type Ticket = NonNullable<ReturnType<typeof parseTicketCode>>;

/** What the scanner sees, with a frame for the code. */
export function CameraPicture({ setVideo }: Pick<ReturnType<typeof useScanner>, 'setVideo'>) {
  const { t } = useTranslation('hand-out');
  return (
    <div className="relative overflow-hidden rounded-lg bg-on-paper">
      <video
        ref={setVideo}
        muted
        playsInline
        aria-label={t('scan.picture')}
        className="aspect-square w-full object-cover"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-[18%] rounded-lg border-4 border-brand"
      />
    </div>
  );
}

interface Props {
  onClose: () => void;
  onTicket: (ticket: Ticket) => void;
}

/** The camera until it reads a ticket's code; without a camera, a way back to typing. */
export default function ScanSheet({ onClose, onTicket }: Props) {
  const { t } = useTranslation('hand-out');
  const [hasUnknownCode, setHasUnknownCode] = useState(false);
  // The camera goes on until the sheet is closed, and another ticket may come into the picture.
  const hasTicket = useRef(false);
  const { setVideo, state } = useScanner((text) => {
    const ticket = parseTicketCode(text);
    if (hasTicket.current) return;
    if (ticket) {
      hasTicket.current = true;
      onTicket(ticket);
    } else setHasUnknownCode(true);
  });
  const hasNoCamera = state === 'refused' || state === 'absent' || state === 'failed';
  return (
    <Sheet open onClose={onClose} title={t('scan.title')} description={hasNoCamera ? null : t('scan.lead')}>
      {hasNoCamera ? (
        <div role="alert" className="grid justify-items-center gap-3 rounded-lg bg-quiet p-6 text-center">
          <IconCameraOff className="size-10 text-muted" />
          <p>{t(`scan.${state}`)}</p>
        </div>
      ) : (
        <CameraPicture setVideo={setVideo} />
      )}
      <p role="status" className="text-sm empty:hidden">
        {hasUnknownCode && !hasNoCamera ? t('scan.foreign') : state === 'starting' ? t('scan.starting') : ''}
      </p>
      <Button variant="soft" fullWidth onClick={onClose}>
        {t('scan.type')}
      </Button>
    </Sheet>
  );
}
