import decodeQr from 'qr/decode.js';

/** Not in every browser, nor in TypeScript's own list. https://wicg.github.io/shape-detection-api/ */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
};

/** Enough for a ticket that fills a third of the picture, and quick to look through. */
const MAX_FRAME_WIDTH = 640;

/** Reads the code in the picture of a camera: by the browser itself where it can, else by ours. Null: none in sight. */
export async function createQrCodeReader(): Promise<(video: HTMLVideoElement) => Promise<string | null>> {
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
