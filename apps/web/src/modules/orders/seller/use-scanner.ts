import { type RefObject, useEffect, useRef, useState } from 'react';
import { codeReader } from './read-code.ts';

/** absent: no camera, or none that a page may use; refused: the person or the browser said no; failed: it is busy. */
export type ScannerState = 'starting' | 'seeing' | 'refused' | 'absent' | 'failed';

const LOOK_MS = 120;

/** Shows the camera in the video and tells each code it sees, until the page that asked is gone. */
export function useScanner(onCode: (text: string) => void): {
  video: RefObject<HTMLVideoElement | null>;
  state: ScannerState;
} {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<ScannerState>('starting');
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  });
  useEffect(() => {
    const over = new AbortController();
    watch(video, over.signal, { onCode: (text) => latest.current(text), onState: setState }).catch(
      (error: unknown) => {
        if (!over.signal.aborted) setState(whyNot(error));
      },
    );
    return () => over.abort();
  }, []);
  return { video, state };
}

function whyNot(error: unknown): ScannerState {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotFoundError' || name === 'OverconstrainedError' || name === 'NotSupportedError'
    ? 'absent'
    : 'failed';
}

interface Told {
  onCode: (text: string) => void;
  onState: (state: ScannerState) => void;
}

async function watch(
  place: RefObject<HTMLVideoElement | null>,
  signal: AbortSignal,
  told: Told,
): Promise<void> {
  if (!navigator.mediaDevices?.getUserMedia) throw new DOMException('no camera here', 'NotSupportedError');
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 } },
  });
  const letGo = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  signal.addEventListener('abort', letGo);
  const video = place.current;
  if (signal.aborted || !video) return letGo();
  video.srcObject = stream;
  await video.play();
  told.onState('seeing');
  const read = await codeReader();
  const look = async (): Promise<void> => {
    if (signal.aborted) return;
    const text = video.videoWidth ? await read(video).catch(() => null) : null;
    if (signal.aborted) return;
    if (text) told.onCode(text);
    setTimeout(() => void look(), LOOK_MS);
  };
  await look();
}
