import { useLocation, useSearch } from 'wouter';

/**
 * Returns a function that opens a page of payment: one of ours in the test mode, which keeps where to go on afterwards,
 * or one of Stripe's.
 */
export function useOpenPage(): (url: string) => void {
  const [, navigate] = useLocation();
  const next = new URLSearchParams(useSearch()).get('next');
  return (url) => {
    if (!url.startsWith('/')) location.assign(url);
    else navigate(next ? `${url}&${new URLSearchParams({ next }).toString()}` : url);
  };
}
