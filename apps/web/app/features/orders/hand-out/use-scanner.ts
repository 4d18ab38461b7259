import { type RefObject, useEffect, useRef, useState } from 'react';
import { createQrCodeReader } from './qr-code-reader.ts';

/** absent: no camera, or none that a page may use; refused: the person or the browser said no; failed: it is busy. */
export type ScannerState = 'starting' | 'seeing' | 'refused' | 'absent' | 'failed';

const SCAN_INTERVAL_MS = 120;

/** Shows the camera in the video and tells each code it sees, until the page that asked is gone. */
export function useScanner(onCode: (text: string) => void): {
  video: RefObject<HTMLVideoElement | null>;
  state: ScannerState;
} {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<ScannerState>('starting');
  const latestOnCode = useRef(onCode);
  useEffect(() => {
    latestOnCode.current = onCode;
  });
  useEffect(() => {
    const abortController = new AbortController();
    startScanning(video, abortController.signal, {
      onCode: (text) => latestOnCode.current(text),
      onState: setState,
    }).catch((error: unknown) => {
      if (!abortController.signal.aborted) setState(toErrorState(error));
    });
    return () => abortController.abort();
  }, []);
  return { video, state };
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
  videoRef: RefObject<HTMLVideoElement | null>,
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
  const video = videoRef.current;
  if (signal.aborted || !video) return stopCamera();
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
