//! The shipped themes.

use crate::theme::{FamilyColors, PremiumColors};
use crate::{Color, Theme};

/// A family from nine colours: ground, motif and ink of each strength.
const fn family(colors: [[u32; 3]; 3]) -> FamilyColors {
    const fn one(colors: [u32; 3]) -> PremiumColors {
        PremiumColors {
            ground: Color::hex(colors[0]),
            motif: Color::hex(colors[1]),
            ink: Color::hex(colors[2]),
        }
    }
    [one(colors[0]), one(colors[1]), one(colors[2])]
}

impl Theme {
    /// The four themes: light, dark, light and dark for colour-blind eyes.
    pub fn shipped() -> [Theme; 4] {
        [Theme::light(), Theme::dark(), Theme::light_safe(), Theme::dark_safe()]
    }

    /// Dark on light.
    pub fn light() -> Theme {
        Theme {
            name: "light".to_string(),
            surface: Color::hex(0xFF_FFFF),
            sunken: Color::hex(0xE1_E8E7),
            line: Color::hex(0xD2_DBDA),
            line_strong: Color::hex(0x75_838A),
            ink: Color::hex(0x14_212C),
            ink_soft: Color::hex(0x43_5260),
            accent: Color::hex(0x0A_6B66),
            accent_ink: Color::hex(0xFF_FFFF),
            accent_soft: Color::hex(0xD6_ECE8),
            accent_soft_ink: Color::hex(0x07_504C),
            saffron: Color::hex(0xE5_A11B),
            badge_ink: Color::hex(0x14_212C),
            board: Color::hex(0xC6_D1D2),
            board_edge: Color::hex(0xA9_B8BA),
            cell: Color::hex(0xEF_F3F2),
            coordinate: Color::hex(0x43_525F),
            start: Color::hex(0x14_212C),
            tile_set: Color::hex(0x26_4560),
            tile_set_high: Color::hex(0x3A_6083),
            tile_set_low: Color::hex(0x15_2A3D),
            tile_set_ink: Color::hex(0xF6_FAFC),
            tile_set_value: Color::hex(0xCB_DBE8),
            tile_loose: Color::hex(0xFF_FFFF),
            tile_loose_edge: Color::hex(0x26_4560),
            tile_loose_low: Color::hex(0xB9_C7CF),
            tile_loose_ink: Color::hex(0x14_212C),
            tile_loose_value: Color::hex(0x43_5260),
            tile_layer: Color::hex(0x5B_7C98),
            edges: [
                Color::hex(0x75_838A),
                Color::hex(0x21_5E9E),
                Color::hex(0x96_301F),
                Color::hex(0x5A_3699),
            ],
            word: family([
                [0xF8_DED8, 0xDF_9A8C, 0x7A_2015],
                [0xEF_B5A8, 0xCC_6F5C, 0x5F_150C],
                [0x96_301F, 0xC9_6B59, 0xFF_FFFF],
            ]),
            letter: family([
                [0xD8_E8F6, 0x7F_B1DC, 0x12_3F6B],
                [0xA9_CDEC, 0x55_92C8, 0x0B_315A],
                [0x1F_5A93, 0x6F_A3D2, 0xFF_FFFF],
            ]),
            category: family([
                [0xD9_EDD8, 0x8A_C08B, 0x1A_4C25],
                [0xAF_D8AF, 0x5D_A263, 0x10_3C1A],
                [0x28_692F, 0x6F_B176, 0xFF_FFFF],
            ]),
            revalue: family([
                [0xF8_EAC4, 0xD6_B259, 0x5A_4000],
                [0xEE_D28A, 0xBB_922D, 0x4A_3300],
                [0x7A_5600, 0xC4_9A3A, 0xFF_FFFF],
            ]),
            combine: family([
                [0xE9_DFF7, 0xB3_9ADD, 0x45_257D],
                [0xBF_A5E6, 0x84_60C2, 0x2A_1058],
                [0x5A_3699, 0xA3_85D6, 0xFF_FFFF],
            ]),
            motif_width: 160,
        }
    }

    /// Light on dark.
    pub fn dark() -> Theme {
        Theme {
            name: "dark".to_string(),
            surface: Color::hex(0x18_212A),
            sunken: Color::hex(0x0B_1117),
            line: Color::hex(0x2C_3945),
            line_strong: Color::hex(0x71_818F),
            ink: Color::hex(0xE9_EFF3),
            ink_soft: Color::hex(0xB6_C3CD),
            accent: Color::hex(0x58_C7BB),
            accent_ink: Color::hex(0x06_201E),
            accent_soft: Color::hex(0x14_393A),
            accent_soft_ink: Color::hex(0x9D_E5DC),
            saffron: Color::hex(0xF2_B53A),
            badge_ink: Color::hex(0x14_212C),
            board: Color::hex(0x0A_1015),
            board_edge: Color::hex(0x2C_3945),
            cell: Color::hex(0x1C_2731),
            coordinate: Color::hex(0xA9_B7C2),
            start: Color::hex(0xE9_EFF3),
            tile_set: Color::hex(0x42_6A8E),
            tile_set_high: Color::hex(0x6A_93B8),
            tile_set_low: Color::hex(0x28_445E),
            tile_set_ink: Color::hex(0xFF_FFFF),
            tile_set_value: Color::hex(0xE3_EDF5),
            tile_loose: Color::hex(0xF3_F7F6),
            tile_loose_edge: Color::hex(0xF3_F7F6),
            tile_loose_low: Color::hex(0xA9_B8C0),
            tile_loose_ink: Color::hex(0x14_212C),
            tile_loose_value: Color::hex(0x43_5260),
            tile_layer: Color::hex(0x2F_4D69),
            edges: [
                Color::hex(0x71_818F),
                Color::hex(0x7D_B6EC),
                Color::hex(0xF0_907E),
                Color::hex(0xB0_96E6),
            ],
            word: family([
                [0x3E_2420, 0x7E_4338, 0xF5_BBAE],
                [0x6A_3026, 0xA9_574A, 0xFF_DDD6],
                [0xE5_8B79, 0xA8_4D3D, 0x25_0C07],
            ]),
            letter: family([
                [0x1A_2F45, 0x35_618C, 0xA9_D0F5],
                [0x1F_4A75, 0x46_80B8, 0xD9_EBFC],
                [0x7D_B6EC, 0x3A_77B0, 0x06_182B],
            ]),
            category: family([
                [0x1C_3523, 0x3D_6C47, 0xAB_DDB2],
                [0x24_5231, 0x4A_8B59, 0xDA_F3DD],
                [0x7C_C387, 0x3E_8149, 0x07_200C],
            ]),
            revalue: family([
                [0x36_2C14, 0x6E_5824, 0xEB_CF8B],
                [0x57_4214, 0x95_742A, 0xFC_EBC2],
                [0xDD_B252, 0x8F_6A14, 0x23_1800],
            ]),
            combine: family([
                [0x2D_2445, 0x5B_4A8A, 0xCD_BBF3],
                [0x46_3074, 0x76_59B4, 0xEB_E1FC],
                [0xB0_96E6, 0x6A_49AD, 0x16_0A2E],
            ]),
            motif_width: 160,
        }
    }

    /// Dark on light, with hues that stay apart for colour-blind eyes.
    pub fn light_safe() -> Theme {
        Theme {
            name: "light-safe".to_string(),
            surface: Color::hex(0xFF_FFFF),
            sunken: Color::hex(0xE1_E8E7),
            line: Color::hex(0xD2_DBDA),
            line_strong: Color::hex(0x75_838A),
            ink: Color::hex(0x14_212C),
            ink_soft: Color::hex(0x43_5260),
            accent: Color::hex(0x00_588F),
            accent_ink: Color::hex(0xFF_FFFF),
            accent_soft: Color::hex(0xD6_E9F7),
            accent_soft_ink: Color::hex(0x00_4672),
            saffron: Color::hex(0xE5_A11B),
            badge_ink: Color::hex(0x14_212C),
            board: Color::hex(0xC6_D1D2),
            board_edge: Color::hex(0xA9_B8BA),
            cell: Color::hex(0xEF_F3F2),
            coordinate: Color::hex(0x43_525F),
            start: Color::hex(0x14_212C),
            tile_set: Color::hex(0x26_4560),
            tile_set_high: Color::hex(0x3A_6083),
            tile_set_low: Color::hex(0x15_2A3D),
            tile_set_ink: Color::hex(0xF6_FAFC),
            tile_set_value: Color::hex(0xCB_DBE8),
            tile_loose: Color::hex(0xFF_FFFF),
            tile_loose_edge: Color::hex(0x26_4560),
            tile_loose_low: Color::hex(0xB9_C7CF),
            tile_loose_ink: Color::hex(0x14_212C),
            tile_loose_value: Color::hex(0x43_5260),
            tile_layer: Color::hex(0x5B_7C98),
            edges: [
                Color::hex(0x75_838A),
                Color::hex(0x21_5E9E),
                Color::hex(0x96_301F),
                Color::hex(0x5A_3699),
            ],
            word: family([
                [0xF5_CAB0, 0xB1_5E1D, 0x55_341D],
                [0xED_9F76, 0x96_4200, 0x48_2613],
                [0xA3_442F, 0xFE_A28C, 0xFF_FFFF],
            ]),
            letter: family([
                [0xCD_E6FF, 0x32_84C7, 0x21_405B],
                [0x7F_C3FC, 0x0B_67A1, 0x1A_3B55],
                [0x0A_72B2, 0x99_CFFC, 0xFF_FFFF],
            ]),
            category: family([
                [0xE6_F6EF, 0x06_9A72, 0x17_4736],
                [0x9D_F9E9, 0x05_9182, 0x0A_473F],
                [0x4E_E6D1, 0x09_8073, 0x0A_473F],
            ]),
            revalue: family([
                [0xF2_E7BA, 0x94_7E0B, 0x46_3D14],
                [0xF3_DE82, 0x8E_790F, 0x46_3D14],
                [0xB9_9C2A, 0x5C_4B02, 0x24_1C01],
            ]),
            combine: family([
                [0xDD_D0DA, 0xA4_5797, 0x50_314A],
                [0xB1_8CAC, 0x72_2B6C, 0x27_0C25],
                [0x59_1854, 0xB2_67AA, 0xFE_F1FB],
            ]),
            motif_width: 190,
        }
    }

    /// Light on dark, with hues that stay apart for colour-blind eyes.
    pub fn dark_safe() -> Theme {
        Theme {
            name: "dark-safe".to_string(),
            surface: Color::hex(0x18_212A),
            sunken: Color::hex(0x0B_1117),
            line: Color::hex(0x2C_3945),
            line_strong: Color::hex(0x71_818F),
            ink: Color::hex(0xE9_EFF3),
            ink_soft: Color::hex(0xB6_C3CD),
            accent: Color::hex(0x7C_C0F2),
            accent_ink: Color::hex(0x04_182A),
            accent_soft: Color::hex(0x12_324D),
            accent_soft_ink: Color::hex(0xB9_DEFA),
            saffron: Color::hex(0xF2_B53A),
            badge_ink: Color::hex(0x14_212C),
            board: Color::hex(0x0A_1015),
            board_edge: Color::hex(0x2C_3945),
            cell: Color::hex(0x1C_2731),
            coordinate: Color::hex(0xA9_B7C2),
            start: Color::hex(0xE9_EFF3),
            tile_set: Color::hex(0x42_6A8E),
            tile_set_high: Color::hex(0x6A_93B8),
            tile_set_low: Color::hex(0x28_445E),
            tile_set_ink: Color::hex(0xFF_FFFF),
            tile_set_value: Color::hex(0xE3_EDF5),
            tile_loose: Color::hex(0xF3_F7F6),
            tile_loose_edge: Color::hex(0xF3_F7F6),
            tile_loose_low: Color::hex(0xA9_B8C0),
            tile_loose_ink: Color::hex(0x14_212C),
            tile_loose_value: Color::hex(0x43_5260),
            tile_layer: Color::hex(0x2F_4D69),
            edges: [
                Color::hex(0x71_818F),
                Color::hex(0x7D_B6EC),
                Color::hex(0xF0_907E),
                Color::hex(0xB0_96E6),
            ],
            word: family([
                [0x46_270E, 0xB5_651E, 0xFE_F3EC],
                [0x81_4635, 0xF5_8F74, 0xFF_F2EE],
                [0xE8_9B6C, 0x8C_4101, 0x42_220C],
            ]),
            letter: family([
                [0x1B_334C, 0x3A_82C9, 0xF0_F6FC],
                [0x2E_5181, 0x6A_A4F2, 0xF1_F6FC],
                [0x8D_B4FC, 0x33_5AA6, 0x1F_304F],
            ]),
            category: family([
                [0x12_4D45, 0x0B_A694, 0xD9_FFF7],
                [0x12_8779, 0x03_332D, 0x00_0806],
                [0x67_FAE4, 0x14_8D7F, 0x0A_473F],
            ]),
            revalue: family([
                [0x4D_4017, 0xB0_8C12, 0xFE_F5DB],
                [0x8B_7122, 0xF5_D068, 0xFF_FFFF],
                [0xFD_D870, 0x93_7408, 0x49_3B13],
            ]),
            combine: family([
                [0x30_172E, 0x9B_5294, 0xFE_F1FB],
                [0x5B_2B40, 0xC8_6892, 0xFE_F1F6],
                [0xAA_79A4, 0x64_1D5E, 0x0C_030A],
            ]),
            motif_width: 190,
        }
    }
}

impl Default for Theme {
    fn default() -> Self {
        Theme::light()
    }
}
