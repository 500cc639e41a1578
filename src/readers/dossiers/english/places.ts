import { pinyin } from 'pinyin-pro'
import { provinces } from '../words/terms.ts'
import { pairsIn } from './pairs.ts'

/** Places whose usual name is not their pinyin, or whose characters are read in another way there. */
const unusual = pairsIn(`
呼和浩特=Hohhot
鄂尔多斯=Ordos
呼伦贝尔=Hulunbuir
巴彦淖尔=Bayannur
乌兰察布=Ulanqab
锡林郭勒=Xilingol
阿拉善=Alxa
哈尔滨=Harbin
齐齐哈尔=Qiqihar
拉萨=Lhasa
日喀则=Xigaze
昌都=Qamdo
林芝=Nyingchi
那曲=Nagqu
阿里=Ngari
乌鲁木齐=Urumqi
克拉玛依=Karamay
吐鲁番=Turpan
哈密=Hami
喀什=Kashgar
和田=Hotan
阿克苏=Aksu
阿勒泰=Altay
伊犁=Ili
伊宁=Yining
博尔塔拉=Bortala
巴音郭楞=Bayingolin
克孜勒苏=Kizilsu
果洛=Golog
甘孜=Garze
阿坝=Aba
成渝=Chengdu-Chongqing
乐亭=Laoting
乐清=Yueqing
乐陵=Laoling
什邡=Shifang
六合=Luhe
丹棱=Danling
单县=Shanxian
吴堡=Wubu
大埔=Dabu
宕昌=Tanchang
尉犁=Yuli
泌阳=Biyang
洪洞=Hongtong
浚县=Xunxian
涡阳=Guoyang
牟定=Mouding
珲春=Hunchun
穆棱=Muling
筠连=Junlian
繁峙=Fanshi
蔚县=Yuxian
万柏林=Wanbailin
闵行=Minhang
召陵=Shaoling
黄陂=Huangpi
歙县=Shexian
`)

/** Characters that are read in one way in names of places, whatever they are elsewhere. */
const readings: Readonly<Record<string, string>> = { 都: 'du', 曾: 'zeng' }

const vowel = /^[aoe]/

/** A place without its 市, 区 or 县: Shenzhen, Xi'an, Inner Mongolia. */
export const placeInEnglish = (name: string): string => provinces[name] ?? unusual.get(name) ?? inPinyin(name)

function inPinyin(name: string): string {
  const syllables = pinyin(name, { toneType: 'none', type: 'array' }).map(
    (syllable, at) => readings[name.charAt(at)] ?? syllable,
  )
  const written = syllables.map((one, at) => (at > 0 && vowel.test(one) ? `'${one}` : one)).join('')
  return written.charAt(0).toUpperCase() + written.slice(1)
}
