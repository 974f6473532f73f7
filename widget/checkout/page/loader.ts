/**
 * The inline script before the page's script, which it watches: it loads the script once more if it has not started, and then shows
 * `#not-loaded` in place of the skeleton, or reloads a page that waits for a payment. A script that arrives later still takes over.
 * It has no imports, since it must run where they fail.
 */
void (async () => {
  const SCRIPT = 'script[src^="/checkout"]'

  const pause = () => new Promise((resolve) => setTimeout(resolve, 8000))

  /** Whether main.ts has finished. A script that throws, or of which half arrived, fires `load` too. */
  const isStarted = () => 'started' in document.body.dataset

  const ended = new Promise((resolve) => {
    for (const type of ['load', 'error'])
      // Events of elements do not bubble.
      document.addEventListener(type, ({ target }) => (target as Element).matches(SCRIPT) && resolve(0), true)
  })
  // Not DOMContentLoaded, which waits for the script.
  const parsed = new Promise((resolve) => document.addEventListener('readystatechange', resolve))

  await Promise.race([ended, pause()])
  await parsed
  if (isStarted()) return
  // Browsers cache a failed module, and half of a file, under its URL.
  const url = `${document.querySelector<HTMLScriptElement>(SCRIPT)!.src}?${Date.now()}`
  await Promise.race([import(/* @vite-ignore */ url).catch(() => 0), pause()])
  if (isStarted()) return
  const reload = () => location.reload()
  const notLoaded = document.querySelector<HTMLElement>('#not-loaded')
  if (notLoaded) {
    notLoaded.previousElementSibling!.replaceChildren(notLoaded)
    notLoaded.hidden = false
    notLoaded.querySelector('button')!.onclick = reload
  } else if (document.body.dataset['status'] === 'processing') void pause().then(reload)
})()
