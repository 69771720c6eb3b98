import { useLocation, useSearch } from 'wouter';

/**
 * Returns a function that opens a payment page: the payment provider's, or in test mode a page of the app, which keeps
 * the `next` parameter of the URL.
 */
export function useOpenPaymentPage(): (url: string) => void {
  const [, navigate] = useLocation();
  const next = new URLSearchParams(useSearch()).get('next');
  return (url) => {
    if (!url.startsWith('/')) location.assign(url);
    else navigate(next ? `${url}&${new URLSearchParams({ next }).toString()}` : url);
  };
}
