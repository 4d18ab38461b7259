import { useParams } from 'react-router';

/** The id in the address; null where it names none. */
export function useIdParam(): number | null {
  const { id } = useParams();
  return /^[1-9]\d{0,9}$/.test(id ?? '') ? Number(id) : null;
}
