import { Ban, Bell, Check, CircleCheck, Clock, Copy, Download, Ellipsis, Package, PackageOpen, Pencil, Plus, Send, ShoppingCart, Trash2, Truck, Users, Wallet } from 'lucide-react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useForm } from 'react-hook-form'
import { kurus } from '#contract/money.ts'
import '../theme.css'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Badge } from '../ui/badge.tsx'
import { BulkBar } from '../ui/bulk-bar.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { type Column, DataTable, type Sort } from '../ui/data-table.tsx'
import { Details } from '../ui/details.tsx'
import { Dialog, SideSheet } from '../ui/dialog.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Field } from '../ui/field.tsx'
import { Figures } from '../ui/figures.tsx'
import { Form } from '../ui/form.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { Menu, MenuHead, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { Money } from '../ui/money.tsx'
import { NumberInput } from '../ui/number-input.tsx'
import { Page } from '../ui/page.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Select } from '../ui/select.tsx'
import { Shortcuts } from '../ui/shortcuts.tsx'
import { LoadingRows } from '../ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '../ui/states.tsx'
import { StatusDot } from '../ui/status-dot.tsx'
import { Switch } from '../ui/switch.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { Textarea } from '../ui/textarea.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { ThemeSwitch } from '../ui/theme.tsx'
import { Toaster, toast } from '../ui/toaster.tsx'
import { FilterChips, Toolbar } from '../ui/toolbar.tsx'
import { VirtualGrid } from '../ui/virtual-grid.tsx'

type Order = { id: string; company: string; date: string; status: number; lines: number; total: number }
const NAMES = ['Boğaziçi Meyhanesi', 'Şişli Kahvaltı Evi', 'İnci Pastanesi', 'Güneş Otel Mutfağı', 'Çamlıca Lokantası', 'Kadıköy Gurme Şarküteri ve Yiyecek Sanayi Ltd. Şti.']
const make = (n: number): Order => ({ id: (0xa3f19c02 + n * 7919).toString(16), company: NAMES[n % NAMES.length] ?? '', date: `${(n % 28) + 1}.11.2026`, status: n % 4, lines: (n % 9) + 1, total: 12_345_50 + n * 99_17 })
const STATUS = [
  <Badge key="a" tone="yellow" icon={Clock}>Beklemede</Badge>,
  <Badge key="b" tone="blue" icon={Package}>Hazırlanıyor</Badge>,
  <Badge key="c" tone="green" icon={CircleCheck}>Tamamlandı</Badge>,
  <Badge key="d" tone="red" icon={Ban}>İptal</Badge>,
]

const columns: Column<Order>[] = [
  { key: 'id', head: 'Sipariş', cell: o => <span className="font-medium">#{o.id}</span>, width: '7rem', sortable: true, onPhone: 'line' },
  { key: 'company', head: 'Firma', cell: o => <span className="sm:block sm:truncate">{o.company}</span>, sortable: true, onPhone: 'title' },
  { key: 'date', head: 'Tarih', cell: o => o.date, width: '8rem', from: 'lg' },
  { key: 'status', head: 'Durum', cell: o => STATUS[o.status], width: '9.5rem', onPhone: 'aside' },
  { key: 'lines', head: 'Kalem', cell: o => o.lines, numeric: true, width: '6rem', from: 'md' },
  { key: 'total', head: 'Toplam', cell: o => <Money amount={kurus(o.total)} className="font-medium" />, numeric: true, width: '9rem', sortable: true },
  { key: 'actions', head: 'İşlemler', hideHead: true, width: '4rem', onPhone: 'nowhere', numeric: true, cell: () => <RowMenu /> },
]
function RowMenu() {
  return (
    <Menu trigger={<IconButton icon={Ellipsis} size="small" label="İşlemler" />}>
      <MenuItem icon={Pencil}>Düzenle</MenuItem>
      <MenuItem icon={Copy}>Kopyala</MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} danger>Sil</MenuItem>
    </Menu>
  )
}

function TablePage() {
  const [rows, setRows] = useState(() => Array.from({ length: 60 }, (_, n) => make(n)))
  const [sort, setSort] = useState<Sort>({ key: 'total', descending: true })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set([make(1).id, make(2).id]))
  const [open, setOpen] = useState<Order>()
  const [search, setSearch] = useState('')
  const [tab, setTab] = useState<'orders' | 'customers' | 'products'>('orders')
  return (
    <Tabs label="Bölümler" value={tab} onChange={setTab} tabs={[{ value: 'orders', label: 'Siparişler', icon: Truck, count: 12 }, { value: 'customers', label: 'Müşteriler', icon: Users }, { value: 'products', label: 'Ürünler', icon: Package }]}>
      <Page title="Siparişler" aside={<Badge tone="brand">Canlı</Badge>} action={<><Button icon={Download}>Excel indir</Button><Button variant="primary" icon={Plus}>Yeni sipariş</Button></>}
        figures={<Figures figures={[{ label: 'Toplam sipariş', value: '1.284', icon: Package }, { label: 'Beklemede', value: '12', icon: Clock, tone: 'yellow', hint: '3 tanesi dünden' }, { label: 'Hazırlanıyor', value: '7', icon: Truck, tone: 'blue' }, { label: 'Ciro', value: <Money amount={kurus(1_284_650_75)} />, icon: Wallet, tone: 'green', hint: 'KDV dahil' }]} />}>
        <div className="grid gap-3">
          <Toolbar label="Siparişleri süz" end={<Button icon={Download}>Dışa aktar</Button>}>
            <SearchInput slash label="Firma veya sipariş no ara" value={search} onSearch={setSearch} />
            <Select aria-label="Durum" placeholder="Bütün durumlar" className="max-sm:flex-1" options={[{ value: 'a', label: 'Beklemede' }]} />
          </Toolbar>
          <FilterChips chips={[{ key: 's', label: 'Durum', value: 'Beklemede', onRemove: () => {} }, { key: 'p', label: 'Pazarlamacı', value: 'Ayşe Yılmaz', onRemove: () => {} }]} onClear={() => {}} />
        </div>
        <DataTable label="Siparişler" columns={columns} rows={rows} rowKey={o => o.id} onOpen={setOpen} sort={sort} onSort={setSort} selected={selected} onSelect={setSelected} current={open?.id}
          onEndReached={() => rows.length < 5000 && setRows([...rows, ...Array.from({ length: 500 }, (_, n) => make(rows.length + n))])} loadingMore={rows.length < 5000} />
        <BulkBar count={selected.size} onClear={() => setSelected(new Set())}><Button size="small">Tarih ver</Button><Button size="small" variant="danger">Sil</Button></BulkBar>
      </Page>
      <SideSheet open={open !== undefined} onOpenChange={() => setOpen(undefined)} title={open?.company ?? ''} description={`#${open?.id}`} footer={<><Button>Kapat</Button><Button variant="primary">Kaydet</Button></>}>
        <Details details={[{ label: 'Tarih', value: open?.date }, { label: 'Toplam', value: open && <Money amount={kurus(open.total)} className="font-semibold text-lg" /> }, { label: 'Not', value: '' }]} />
      </SideSheet>
    </Tabs>
  )
}

function GridPage() {
  const [cart, setCart] = useState<Record<number, number>>({ 1: 3 })
  const items = Array.from({ length: 2000 }, (_, n) => n)
  return (
    <Page title="Ürün Kataloğu" description="2.000 ürün">
      <VirtualGrid label="Ürünler" items={items} itemKey={n => String(n)} estimate={columns => (columns === 1 ? 260 : 320)} onEndReached={() => {}} render={n => (
        <article className="grid content-between gap-3 rounded-md border border-line bg-surface p-4">
          <div className="grid gap-2">
            <div className="h-28 rounded-md bg-brand-soft" />
            <h3 className="font-medium">{n % 3 ? 'Tam Yağlı Ezine Koyun Peyniri 600 g' : 'Gemlik Zeytin'} #{n}</h3>
            <p className="text-ink-soft text-sm">Bahçıvan · Peynir</p>
            <p><Money amount={kurus(18990 + n)} className="font-semibold text-base" /> <span className="text-ink-soft">/ ADET + KDV %10</span></p>
            <StatusDot tone={n % 4 ? 'green' : 'yellow'}>{n % 4 ? 'Stokta' : 'Son 6'}</StatusDot>
          </div>
          {cart[n] ? <QuantityStepper block label="Miktar" unit="ADET" value={cart[n]} onCommit={q => setCart({ ...cart, [n]: q })} max={1500} onTooMany={() => toast.error('Yetersiz stok! Maksimum 1500 adet siparis verebilirsiniz.')} /> : <Button size="large" variant="primary" icon={ShoppingCart} block onClick={() => setCart({ ...cart, [n]: 1 })}>Sepete ekle</Button>}
        </article>
      )} />
    </Page>
  )
}

function Parts() {
  const { register, handleSubmit, formState: { errors } } = useForm({ defaultValues: { email: '', password: '', note: '' } })
  const [price, setPrice] = useState<number | undefined>(1234.5)
  const [quantity, setQuantity] = useState(1234)
  const [dialog, setDialog] = useState(false)
  const [confirm, setConfirm] = useState(false)
  const [busy, setBusy] = useState(false)
  const [mode, setMode] = useState<'add' | 'count' | 'edit'>('add')
  return (
    <Page title="Bileşenler" back={<a className="text-link" href="#x">‹ Panele dön</a>} description="Ğğ Şş İi Iı Öö Üü Çç · ₺1.234,50 · 0123456789" action={<Button variant="primary" icon={Send} id="send">Sipariş ver</Button>}>
      <div className="grid items-start gap-6 md:grid-cols-2">
        <Card title="Düğmeler">
          <div className="flex flex-wrap items-center gap-2">
            <Button variant="primary">Sipariş ver</Button><Button>Vazgeç</Button><Button variant="ghost">Daha sonra</Button><Button variant="danger" icon={Trash2}>Sil</Button>
            <Button variant="primary" busy>Kaydediliyor</Button><Button busy={busy} id="busy" onClick={() => setBusy(true)}>Bekle</Button><Button disabled>Kapalı</Button><Button variant="primary" disabled>Kapalı</Button>
            <Button size="small" icon={Download}>Excel</Button><Button size="large" variant="primary">Büyük</Button>
            <Button asChild variant="secondary" icon={Package}><a href="#k">Kataloğa git</a></Button>
            <IconButton icon={Bell} label="Bildirimler" /><IconButton icon={ShoppingCart} label="Sepet, 12 ürün" count={12} /><IconButton icon={Trash2} tone="danger" label="Sil" />
            <Menu trigger={<Button id="menu" variant="ghost">Profil</Button>}><MenuHead><p className="font-semibold">İnci Pastanesi</p><p className="text-ink-soft">inci</p></MenuHead><MenuSeparator /><MenuItem icon={Pencil}>Profilim</MenuItem><MenuItem asChild><a href="#z">Bağlantı</a></MenuItem><MenuItem disabled>Kapalı</MenuItem></Menu>
          </div>
        </Card>
        <Card title="Durumlar" action={<a className="text-link text-sm" href="#t">Tümü</a>}>
          <div className="grid gap-4">
            <div className="flex flex-wrap gap-2">{STATUS}<Badge>Taslak</Badge><Badge tone="brand">2. revizyon</Badge></div>
            <div className="flex flex-wrap gap-4"><StatusDot tone="green">Stokta</StatusDot><StatusDot tone="yellow">Son 6</StatusDot><StatusDot tone="red">Tükendi</StatusDot><StatusDot tone="neutral">Pasif</StatusDot></div>
            <ProgressBar label="Sipariş" tone="yellow" value={25} /><ProgressBar label="Sipariş" tone="blue" value={50} /><ProgressBar label="Sipariş" tone="green" value={100} />
            <div className="flex gap-1"><Kbd>Ctrl</Kbd><Kbd>Enter</Kbd></div>
          </div>
        </Card>
        <Card title="Form">
          <Form id="form" onSubmit={event => void handleSubmit(() => toast.success('Kaydedildi'))(event)}>
            <Field label="E-posta" required error={errors.email?.message} hint="Onay bağlantısı buraya gönderilir."><TextInput type="email" autoComplete="email" {...register('email', { required: 'E-posta zorunludur' })} /></Field>
            <Field label="Şifre" required error={errors.password?.message}><PasswordInput autoComplete="new-password" {...register('password', { minLength: { value: 6, message: 'Şifre en az 6 karakter olmalıdır' }, required: 'Şifre en az 6 karakter olmalıdır' })} /></Field>
            <div className="grid grid-cols-2 gap-4"><Field label="Fiyat"><NumberInput value={price} onValue={setPrice} suffix="₺" /></Field><Field label="Birim"><Select options={[{ value: 'ADET', label: 'ADET' }, { value: 'KG', label: 'KG' }]} /></Field></div>
            <Field label="Not" hint="En fazla 2.000 karakter"><Textarea {...register('note')} placeholder="Teslimat için not" /></Field>
            <Field label="Kapalı"><TextInput disabled value="değişmez" /></Field>
            <Checkbox label="Beni hatırla" defaultChecked /><Checkbox label="Bazıları" partly /><Checkbox label="Hiçbiri" /><Switch label="Aktif müşteri" defaultChecked /><Switch label="Pasif" />
            <Button type="submit" variant="primary" id="save">Kaydet</Button>
          </Form>
        </Card>
        <div className="grid gap-6">
          <Card title="Miktar"><div className="grid gap-3 justify-items-start"><QuantityStepper label="Peynir miktarı" value={quantity} onCommit={setQuantity} /><QuantityStepper label="Zeytin miktarı" unit="ADET" value={quantity} onCommit={setQuantity} max={1500} onTooMany={() => toast.error('Yetersiz stok! Maksimum 1500 adet siparis verebilirsiniz.')} /><QuantityStepper disabled label="Kapalı" value={1} onCommit={setQuantity} /><output id="quantity">{quantity}</output><SearchInput label="Ürün veya marka ara" value="" onSearch={() => {}} className="w-full" /><Segmented label="Kip" value={mode} onChange={setMode} options={[{ value: 'add', label: 'Ekle' }, { value: 'count', label: 'Sayım' }, { value: 'edit', label: 'Düzelt' }]} /><ThemeSwitch className="w-full" /></div></Card>
          <AlertStrip kind="info">Siparişleriniz 14.00'a kadar aynı gün hazırlanır.</AlertStrip>
          <AlertStrip kind="warning" title="Stok 0 ve tarih yok" action={<Button size="small">Tarih ver</Button>}>Bu ürün sipariş edilemez.</AlertStrip>
          <AlertStrip kind="error">Siparis yuklenirken hata olustu</AlertStrip>
          <AlertStrip kind="success">E-posta adresiniz onaylandı.</AlertStrip>
          <div className="flex flex-wrap gap-2"><Button id="dialog" onClick={() => setDialog(true)}>Pencere</Button><Button id="confirm" onClick={() => setConfirm(true)}>Onay</Button><Button id="toast" onClick={() => { toast.success('Ürün sepete eklendi', { action: { label: 'Geri al', onClick: () => {} } }); toast.error('Sipariş oluşturulamadı', { description: 'Bağlantınızı denetleyin.' }); toast.loading('Katalog hazırlanıyor') }}>Bildirim</Button></div>
          <Card flush><Disclosure summary={<span className="font-medium">#a3f19c02 · İnci Pastanesi</span>} open>Beyaz peynir × 3</Disclosure></Card>
        </div>
        <Card><EmptyState icon={PackageOpen} title="Sepetiniz boş" text="Katalogdan ürün ekleyin; sepetiniz bu cihazda saklanır." action={<Button variant="primary">Kataloğa git</Button>} /></Card>
        <Card><ErrorState text="Siparisler yuklenirken hata olustu" onRetry={() => {}} /></Card>
        <Card><OfflineState text="Sepetiniz korunur; bağlantı gelince eşitlenir." onRetry={() => {}} /></Card>
        <LoadingRows rows={4} />
      </div>
      <Dialog open={dialog} onOpenChange={setDialog} title="Müşteriyi düzenle" description="Bilgiler siparişlerde de görünür." footer={<><Button onClick={() => setDialog(false)}>Vazgeç</Button><Button variant="primary" icon={Check}>Kaydet</Button></>}><div className="grid gap-4"><Field label="Firma adı"><TextInput defaultValue="İnci Pastanesi" /></Field><Field label="Adres"><Textarea /></Field></div></Dialog>
      <ConfirmDialog open={confirm} onOpenChange={setConfirm} danger title="İnci Pastanesi silinsin mi?" confirm="Müşteriyi sil" onConfirm={() => setConfirm(false)}>12 sipariş de silinecek. Bu işlem geri alınamaz.</ConfirmDialog>
      <Shortcuts />
    </Page>
  )
}
const view = new URLSearchParams(location.search).get('v')
const root = document.getElementById('root')
if (root) createRoot(root).render(<main>{view === 'table' ? <TablePage /> : view === 'grid' ? <GridPage /> : <Parts />}<Toaster /></main>)
