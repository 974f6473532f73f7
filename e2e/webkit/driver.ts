import { setTimeout } from 'node:timers/promises'
import { Builder, By, Key, type WebDriver } from 'selenium-webdriver'
import { findFreePort } from '../../worker/cli/wrangler/ports.ts'
import { type Running, start } from '../../worker/cli/wrangler/processes.ts'

const patienceMs = 10_000

const until = async <T>(what: string, look: () => Promise<T>): Promise<NonNullable<T>> => {
  const last = performance.now() + patienceMs
  for (;;) {
    const seen = await look()
    if (seen) return seen
    if (performance.now() > last) throw new Error(`Waited in vain for ${what}`)
    await setTimeout(10)
  }
}

/** WebKitGTK wants a display, and this one nobody sees. It takes the first number that is free, and prints it. */
const openDisplay = async (): Promise<{ display: string; xvfb: Running }> => {
  const xvfb = start({
    command: 'Xvfb',
    args: ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp', '-noreset'],
  })
  const [, number] = await until('a display', async () => /^(\d+)\n/m.exec(xvfb.output()))
  return { display: `:${number}`, xvfb }
}

/** The keys that are pressed by name. All others stand for themselves. */
const named = {
  Tab: Key.TAB,
  Enter: Key.ENTER,
  Backspace: Key.BACK_SPACE,
  Left: Key.ARROW_LEFT,
}
const modifiers = { Shift: Key.SHIFT, Control: Key.CONTROL }

type KeyName = keyof typeof named | 'a' | 'c' | 'v' | 'y' | 'z'
/** Such as `Tab`, `Shift+Tab`, `Control+z`. */
export type Chord = KeyName | `${keyof typeof modifiers}+${KeyName}`

/**
 * One window of WebKitGTK, as a person uses it: by its keys and its mouse. It is driven by WebDriver, which looks at one
 * document at a time: after `open` at the page's, after `intoFrame` at the frame's. Keys go to whatever has focus; the
 * window has none before the first click, so click before typing.
 */
export class WebKit {
  readonly #driver: WebDriver
  readonly #processes: Running[]

  private constructor(driver: WebDriver, processes: Running[]) {
    this.#driver = driver
    this.#processes = processes
  }

  /** Starts a display, WebKit's WebDriver server and a window. */
  static async start(program: string): Promise<WebKit> {
    const { display, xvfb } = await openDisplay()
    const port = await findFreePort()
    const server = start({ command: program, args: [`--port=${port}`], env: { DISPLAY: display } })
    try {
      const url = `http://127.0.0.1:${port}`
      await until('WebKitWebDriver', () => fetch(`${url}/status`).catch(() => undefined))
      const driver = await new Builder().usingServer(url).withCapabilities({ browserName: 'MiniBrowser' }).build()
      await driver.manage().setTimeouts({ pageLoad: patienceMs, script: patienceMs })
      return new WebKit(driver, [server, xvfb])
    } catch (error) {
      await Promise.all([server.stop(), xvfb.stop()])
      throw error
    }
  }

  async stop(): Promise<void> {
    await this.#driver.quit()
    for (const process of this.#processes) await process.stop()
  }

  /** Opens a page, and waits until it has loaded. */
  async open(url: string): Promise<void> {
    await this.#driver.get(url)
  }

  /** Looks into the page's first frame from now on. */
  async intoFrame(): Promise<void> {
    await this.outOfFrame()
    const frame = await until('a frame', () => this.#driver.findElements(By.css('iframe')).then(([frame]) => frame))
    await this.#driver.switchTo().frame(frame)
  }

  /** Looks at the page itself from now on. */
  async outOfFrame(): Promise<void> {
    await this.#driver.switchTo().defaultContent()
  }

  async click(selector: string): Promise<void> {
    await this.#driver.findElement(By.css(selector)).click()
  }

  /** Clicks on an input until it has focus, as a person would: while its page loads it may move away from under the first click. */
  async clickInto(selector: string): Promise<void> {
    await until(`focus on ${selector}`, async () => {
      await this.click(selector)
      return this.evaluate((selector) => document.activeElement!.matches(selector), selector)
    })
  }

  async doubleClick(selector: string): Promise<void> {
    const element = await this.#driver.findElement(By.css(selector))
    await this.#driver.actions().doubleClick(element).perform()
  }

  /** Types a text, key by key. */
  async type(text: string): Promise<void> {
    await this.#driver.actions().sendKeys(text).perform()
  }

  /** Presses keys, one after the other. */
  async press(...chords: Chord[]): Promise<void> {
    for (const chord of chords) {
      const [key, modifier] = chord.split('+').toReversed() as [KeyName, keyof typeof modifiers | undefined]
      const actions = this.#driver.actions()
      if (modifier) actions.keyDown(modifiers[modifier])
      actions.sendKeys(key in named ? named[key as keyof typeof named] : key)
      if (modifier) actions.keyUp(modifiers[modifier])
      await actions.perform()
    }
  }

  /** The text in an input. */
  async value(selector: string): Promise<string> {
    return this.evaluate((selector) => document.querySelector<HTMLInputElement>(selector)!.value, selector)
  }

  /** Runs a function in the document that is looked at, with arguments that JSON can carry. */
  async evaluate<Result, Arguments extends unknown[]>(
    does: (...all: Arguments) => Result,
    ...all: Arguments
  ): Promise<Awaited<Result>> {
    return this.#driver.executeScript<Awaited<Result>>(`return (${does.toString()})(...arguments)`, ...all)
  }

  /** Waits until a function in the document that is looked at answers with something. */
  async waitFor<Result, Arguments extends unknown[]>(
    what: string,
    does: (...all: Arguments) => Result,
    ...all: Arguments
  ): Promise<NonNullable<Awaited<Result>>> {
    // A document that gives way to another while it is asked is no failure.
    return until(what, () => this.evaluate(does, ...all).catch(() => undefined as Awaited<Result>))
  }

  /** What the window shows, as a PNG. */
  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.#driver.takeScreenshot(), 'base64')
  }
}
