import { type RefObject, useEffect } from 'react';

/** Groups use `data-invalid` instead of `aria-invalid`; wrappers of a field have it too, but cannot be focused. */
const INVALID_SELECTOR = '[aria-invalid="true"], :is(button, fieldset)[data-invalid]';

/**
 * After a refused submit, focuses the first invalid control in DOM order; the form library would use the order of
 * registration.
 */
export function useFocusFirstError(formRef: RefObject<HTMLElement | null>, submitCount: number): void {
  useEffect(() => {
    if (submitCount > 0) formRef.current?.querySelector<HTMLElement>(INVALID_SELECTOR)?.focus();
  }, [formRef, submitCount]);
}
