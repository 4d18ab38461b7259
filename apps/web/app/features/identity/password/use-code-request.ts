import { useState } from 'react';
import { showErrorToast } from '../../../ui/overlay/toast.ts';
import { requestCode } from '../sign-in/sign-in.ts';

/** Has a code mailed to a signed-in user's own address. `onSent` runs after each one that was asked for. */
export function useCodeRequest(email: string, onSent?: () => void) {
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle');
  const sendCode = async () => {
    setState('sending');
    try {
      await requestCode(email);
      setState('sent');
      onSent?.();
    } catch (error) {
      showErrorToast(error);
      setState('idle');
    }
  };
  return { state, sendCode };
}
