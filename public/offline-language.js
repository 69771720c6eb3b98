// Without a network the app's document is the same for everybody: the cookie says in which language it is to be.
{
  const chosen = /\benvol_lang=(en|fr)\b/.exec(document.cookie);
  if (chosen) document.documentElement.lang = chosen[1];
}
