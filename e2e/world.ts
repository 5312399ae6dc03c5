import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import type { Order } from '../contract/orders.ts'
import type { AdminProduct } from '../contract/products.ts'
import { ADMIN } from './portal.ts'
import { openPage, type Size } from './shared-pages.ts'

/** Creates through the API of a running portal what a test needs: users, products, orders. */

export const PHONE: Size = { viewport: { width: 390, height: 844 }, hasTouch: true }
export const DESK: Size = { viewport: { width: 1440, height: 900 }, hasTouch: false }
export const PRICE_LIST = new URL('data/price-list.xlsx', import.meta.url)
const PASSWORD = 'gizli-sifre'

/** A reply of the API as it is in JSON: amounts are lira. */
type Wire<T> = { [K in keyof T]: T[K] extends object[] ? Wire<T[K][number]>[] : T[K] }
export type WireOrder = Wire<Order>
export type WireProduct = Wire<AdminProduct>
type LedgerRow = {
  reason: string
  on_hand_change: number
  reserved_change: number
  on_hand_after: number
  reserved_after: number
  order_id: string | null
}

type Role = 'admin' | 'marketer' | 'customer'
export type Person = { role: Role; id: string; username: string; password: string; token: string; user: object }

const LOGINS: Record<Role, string> = { admin: '/admin/login', marketer: '/marketer/login', customer: '/auth/login' }
export const STORED: Record<Role, [token: string, user: string]> = {
  admin: ['admin_token', 'admin_user'],
  marketer: ['marketerToken', 'marketerData'],
  customer: ['token', 'user'],
}

/** A running portal, reduced to what requests need. */
type PortalAddress = { url: string }

export class World {
  readonly portal: PortalAddress
  readonly admin: Person
  #made = 0

  private constructor(portal: PortalAddress, admin: Person) {
    this.portal = portal
    this.admin = admin
  }

  static async on(portal: PortalAddress): Promise<World> {
    return new World(portal, await logIn(portal, 'admin', ADMIN))
  }

  /** Sends a request to the API and returns its reply; throws the response unless it is a success. */
  async request<T>(method: string, path: string, as: Person, body?: unknown): Promise<T> {
    return request(this.portal, method, path, as.token, body)
  }

  async marketer(name: string): Promise<Person> {
    const username = `pazarlamaci${++this.#made}`
    await this.request('POST', '/admin/marketers', this.admin, { name, username, password: PASSWORD })
    return logIn(this.portal, 'marketer', { username, password: PASSWORD })
  }

  async customer(company_name: string, assigned_marketer_id?: string): Promise<Person> {
    const username = `musteri${++this.#made}`
    const email = `${username}@ornek.com.tr`
    const address = 'Bağdat Cad. 1\nKadıköy, İstanbul'
    const body = {
      username,
      company_name,
      email,
      password: PASSWORD,
      phone: '0216 000 00 00',
      address,
      assigned_marketer_id,
    }
    await this.request('POST', '/admin/customers', this.admin, body)
    return logIn(this.portal, 'customer', { username, password: PASSWORD })
  }

  async product(fields: object): Promise<WireProduct> {
    const whole = { brand: 'Yayla', category: 'Peynir', price: 100, vat_rate: 10, stock_quantity: 20, ...fields }
    const { product } = await this.request<{ product: WireProduct }>('POST', '/admin/products', this.admin, whole)
    return product
  }

  async order(customer: Person, lines: { product_id: string; quantity: number }[], notes?: string): Promise<WireOrder> {
    return this.request('POST', '/orders', customer, { items: lines, notes })
  }

  /** Imports a workbook into the main warehouse. */
  async importWorkbook(workbook: Uint8Array<ArrayBuffer>): Promise<void> {
    const body = new FormData()
    body.set('file', new Blob([workbook]), 'liste.xlsx')
    const headers = { authorization: `Bearer ${this.admin.token}` }
    const response = await fetch(`${this.portal.url}/api/admin/products/import-excel`, {
      method: 'POST',
      body,
      headers,
    })
    const { errors } = (await response.json()) as { errors?: unknown[] }
    if (!response.ok || errors?.length) throw new Error(`the workbook was not taken whole: ${JSON.stringify(errors)}`)
    const [run] = await this.request<{ id: string }[]>('GET', '/admin/imports/open?kind=products', this.admin)
    await this.request('POST', `/admin/imports/${run?.id}/seen`, this.admin)
  }

  async importPriceList(): Promise<void> {
    await this.importWorkbook(new Uint8Array(await readFile(PRICE_LIST)))
  }

  /** Gives a product another price, as a price list does. */
  async reprice(id: string, price: number): Promise<void> {
    const xlsx = await import('@e965/xlsx')
    const book = xlsx.utils.book_new()
    xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([['ID'], [id, null, null, null, null, price]]), 'x')
    await this.importWorkbook(new Uint8Array(xlsx.write(book, { type: 'array', bookType: 'xlsx' })))
  }

  /** Logs the same user in again, which starts another session. */
  async logIn(person: Person): Promise<Person> {
    return logIn(this.portal, person.role, person)
  }

  /** A product's figures as an admin sees them; `agree` is whether its ledger has the same. */
  async stockOf(product_id: string) {
    const product = await this.request<WireProduct>('GET', `/admin/products/${product_id}`, this.admin)
    const ledger = await this.request<LedgerRow[]>('GET', `/admin/stock/ledger?product_id=${product_id}`, this.admin)
    const sum = (pick: (row: LedgerRow) => number) => ledger.reduce((total, row) => total + pick(row), 0)
    const agree =
      sum(row => row.on_hand_change) === product.stock_quantity &&
      sum(row => row.reserved_change) === product.reserved_quantity &&
      ledger[0]?.on_hand_after === product.stock_quantity &&
      ledger[0]?.reserved_after === product.reserved_quantity
    return { on_hand: product.stock_quantity, reserved: product.reserved_quantity, agree }
  }

  /** Opens a page with the session of this user. The browser's errors are collected in `complaints`. */
  async page(browser: Browser, person: Person | undefined, options: BrowserContextOptions = DESK) {
    const [tokenKey, userKey] = STORED[person?.role ?? 'customer']
    const stored = person ? { [tokenKey]: person.token, [userKey]: JSON.stringify(person.user) } : {}
    const origin = options.baseURL ?? this.portal.url
    const page = await openPage(browser, { origin, options, stored })
    if (LATENCY > 0) await delayReplies(page)
    return { page, complaints: listen(page) }
  }
}

/** The delay of each reply in ms, which `npm run endure` sets. */
const LATENCY = Number(process.env.LATENCY ?? 0)

async function delayReplies(page: Page) {
  // The session stays attached, because the delay ends with it.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const anySpeed = { downloadThroughput: -1, uploadThroughput: -1 }
  await devtools.send('Network.emulateNetworkConditions', { offline: false, latency: LATENCY, ...anySpeed })
}

/** Errors on the page's console, and uncaught exceptions. */
function listen(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', message => {
    // The browser also logs each refused request, which the app itself reports to the user.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(String(error)))
  return complaints
}

async function logIn(
  portal: PortalAddress,
  role: Role,
  { username, password }: { username: string; password: string },
): Promise<Person> {
  type LoginReply = { token: string; user?: { id: string }; admin?: { id: string }; marketer?: { id: string } }
  const { token, ...rest } = await request<LoginReply>(portal, 'POST', LOGINS[role], undefined, { username, password })
  const user = rest.user ?? rest.admin ?? rest.marketer
  if (!user) throw new Error('a login replied without a user')
  return { role, id: user.id, username, password, token, user }
}

async function request<T>(
  portal: PortalAddress,
  method: string,
  path: string,
  token?: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(`${portal.url}/api${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}
