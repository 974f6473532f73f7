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
    document.addEventListener(type, ({ target }) => (target as Element).matches(SCRIPT) && resolve(type), true)
})
// Not DOMContentLoaded, which waits for the script.
const parsed = new Promise((resolve) => document.addEventListener('readystatechange', resolve))

/** Waits for a module to end, at most 8 seconds. */
const run = (url: string) => Promise.race([import(/* @vite-ignore */ url).catch(() => 0), pause()])

const watch = async () => {
  const event = await Promise.race([ended, pause()])
  await parsed
  const { src } = find(SCRIPT) as HTMLScriptElement
  // `load` does not wait for a script that waits for another one. The same URL is the same module: it is not loaded again.
  if (event === 'load') await run(src)
  if (isStarted()) return
  // Browsers cache a failed module, and half of a file, under its URL.
  await run(`${src}?${Date.now()}`)
  if (isStarted()) return
  const notLoaded = find('#not-loaded')
  if (notLoaded) {
    notLoaded.previousElementSibling!.replaceChildren(notLoaded)
    notLoaded.hidden = false
    notLoaded.querySelector('button')!.addEventListener('click', reload)
  } else if (find('[data-status=processing]')) void pause().then(reload)
}

void watch()
