/**
 * The inline script before the page's script, which it watches: it loads the script once more if it has not started, and then shows
 * `#not-loaded` in place of the skeleton, or reloads a page that waits for a payment. A script that arrives later still takes over.
 * It has no imports, since it must run where they fail.
 */

const SCRIPT = 'script[src^="/checkout"]'

const find = (selector: string) => document.querySelector<HTMLElement>(selector)
const pause = () => new Promise((resolve) => setTimeout(resolve, 8000))
const reload = () => location.reload()

/** Whether main.ts has finished. A script that throws, or of which half arrived, fires `load` too. */
const isStarted = () => find('[data-started]')

const ended = new Promise((resolve) => {
  for (const type of ['load', 'error'])
    // Events of elements do not bubble.
    document.addEventListener(type, ({ target }) => (target as Element).matches(SCRIPT) && resolve(0), true)
})
// Not DOMContentLoaded, which waits for the script.
const parsed = new Promise((resolve) => document.addEventListener('readystatechange', resolve))

const started = new Promise((resolve) => document.addEventListener('started', resolve))

/** Waits for main.ts if it runs: it may wait for other scripts, which neither `load` nor, in WebKit, import() waits for. */
const finish = () => find('[data-starting]') && started

const watch = async () => {
  await Promise.race([ended.then(finish), pause()])
  await parsed
  if (isStarted()) return
  // Browsers cache a failed module, and half of a file, under its URL.
  const url = `${(find(SCRIPT) as HTMLScriptElement).src}?${Date.now()}`
  await Promise.race([import(/* @vite-ignore */ url).then(finish, () => 0), pause()])
  if (isStarted()) return
  const notLoaded = find('#not-loaded')
  if (notLoaded) {
    notLoaded.previousElementSibling!.replaceChildren(notLoaded)
    notLoaded.hidden = false
    notLoaded.querySelector('button')!.addEventListener('click', reload)
  } else if (find('[data-status=processing]')) void pause().then(reload)
}

void watch()
