// Without a network the app's document is the same for everybody: the cookie says in which language it is to be, and
// that language's words are loaded side by side with the app's scripts.
{
  const chosen = /\benvol_lang=(en|fr)\b/.exec(document.cookie);
  if (chosen) document.documentElement.lang = chosen[1];
  const preload = document.createElement('link');
  preload.rel = 'modulepreload';
  preload.crossOrigin = '';
  preload.href = document.currentScript.dataset[document.documentElement.lang];
  document.head.append(preload);
}
