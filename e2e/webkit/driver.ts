import { setTimeout } from 'node:timers/promises'
import { Builder, By, Key, type WebDriver } from 'selenium-webdriver'
import { findFreePort } from '../../worker/cli/wrangler/ports.ts'
import { type Running, start } from '../../worker/cli/wrangler/processes.ts'

const timeoutMs = 10_000

const waitUntil = async <T>(what: string, poll: () => Promise<T>): Promise<NonNullable<T>> => {
  const last = performance.now() + timeoutMs
  for (;;) {
    const value = await poll()
    if (value) return value
    if (performance.now() > last) throw new Error(`Timed out waiting for ${what}`)
    await setTimeout(10)
  }
}

/** Starts a virtual display, which WebKitGTK requires. Xvfb takes the first free number and prints it. */
const startDisplay = async (): Promise<{ display: string; xvfb: Running }> => {
  const xvfb = start({
    command: 'Xvfb',
    args: ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp', '-noreset'],
  })
  const [, number] = await waitUntil('a display', async () => /^(\d+)\n/m.exec(xvfb.output()))
  return { display: `:${number}`, xvfb }
}

/** Named keys; others are characters. */
const named = {
  Tab: Key.TAB,
  Enter: Key.ENTER,
  Backspace: Key.BACK_SPACE,
  Left: Key.ARROW_LEFT,
  Down: Key.ARROW_DOWN,
}
const modifiers = { Shift: Key.SHIFT, Control: Key.CONTROL }

type KeyName = keyof typeof named | 'a' | 'c' | 'v' | 'y' | 'z'
/** Such as `Tab`, `Shift+Tab`, `Control+z`. */
export type Chord = KeyName | `${keyof typeof modifiers}+${KeyName}`

/**
 * One WebKitGTK window, driven by WebDriver through keys and mouse. WebDriver has one current document: the page after `open`, the frame after
 * `intoFrame`. The window has no focus before the first click, so click before typing.
 */
export class WebKit {
  readonly #driver: WebDriver
  readonly #processes: Running[]

  private constructor(driver: WebDriver, processes: Running[]) {
    this.#driver = driver
    this.#processes = processes
  }

  /** Starts a display, WebKitWebDriver and a window. */
  static async start(program: string): Promise<WebKit> {
    const { display, xvfb } = await startDisplay()
    const port = await findFreePort()
    const server = start({ command: program, args: [`--port=${port}`], env: { DISPLAY: display } })
    try {
      const url = `http://127.0.0.1:${port}`
      await waitUntil('WebKitWebDriver', () => fetch(`${url}/status`).catch(() => undefined))
      const driver = await new Builder().usingServer(url).withCapabilities({ browserName: 'MiniBrowser' }).build()
      await driver.manage().setTimeouts({ pageLoad: timeoutMs, script: timeoutMs })
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

  /** Switches to the page’s first frame. */
  async intoFrame(): Promise<void> {
    await this.outOfFrame()
    const frame = await waitUntil('a frame', () => this.#driver.findElements(By.css('iframe')).then(([frame]) => frame))
    await this.#driver.switchTo().frame(frame)
  }

  /** Switches to the page. */
  async outOfFrame(): Promise<void> {
    await this.#driver.switchTo().defaultContent()
  }

  async click(selector: string): Promise<void> {
    await this.#driver.findElement(By.css(selector)).click()
  }

  /** Clicks an input until it has focus: it may move during loading. */
  async clickInto(selector: string): Promise<void> {
    await waitUntil(`focus on ${selector}`, async () => {
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

  /** Runs a function in the current document with JSON-serializable arguments. */
  async evaluate<Result, Arguments extends unknown[]>(
    does: (...all: Arguments) => Result,
    ...all: Arguments
  ): Promise<Awaited<Result>> {
    return this.#driver.executeScript<Awaited<Result>>(`return (${does.toString()})(...arguments)`, ...all)
  }

  /** Runs the source of a script in the current document. */
  async run(source: string): Promise<void> {
    await this.#driver.executeScript(source)
  }

  /** Waits until a function in the current document returns a truthy value. */
  async waitFor<Result, Arguments extends unknown[]>(
    what: string,
    does: (...all: Arguments) => Result,
    ...all: Arguments
  ): Promise<NonNullable<Awaited<Result>>> {
    // A navigation during the evaluation is no failure.
    return waitUntil(what, () => this.evaluate(does, ...all).catch(() => undefined as Awaited<Result>))
  }

  /** What the window shows, as a PNG. */
  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.#driver.takeScreenshot(), 'base64')
  }
}
