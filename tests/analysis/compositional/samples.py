"""A few rows in each published layout, written for the tests."""

from typing import Any

ATTRIBUTION: list[dict[str, Any]] = [
    {
        "image_id": number,
        "image_path": f"{number}.jpg",
        "obj1_name": "bus",
        "obj2_name": "man",
        "attributes": ["red", "old"],
        "bbox_x": 3,
        "bbox_y": 4,
        "bbox_w": 50,
        "bbox_h": 60,
        "true_caption": f"the red bus {number} and the old man",
        "false_caption": f"the old bus {number} and the red man",
    }
    for number in range(1, 6)
]
RELATION: list[dict[str, Any]] = [
    {
        "image_id": str(number),
        "image_path": f"VG_100K/{number}.jpg",
        "relation_name": relation,
        "true_caption": f"the kite {number} is {relation} the tree",
        "false_caption": f"the tree is {relation} the kite {number}",
    }
    for number, relation in enumerate(["above", "behind", "above"], start=1)
]
WINOGROUND: list[dict[str, Any]] = [
    {
        "id": number,
        "image_0": f"ex_{number}_img_0",
        "image_1": f"ex_{number}_img_1",
        "caption_0": f"a dog under {number} trees",
        "caption_1": f"{number} trees under a dog",
        "tag": "Relation",
        "secondary_tag": "",
        "num_main_preds": 1,
        "collapsed_tag": "Relation",
    }
    for number in range(3)
]
_SVO = (
    "sentence,pos_triplet,neg_triplet,pos_url,neg_url,pos_image_id,neg_image_id,subj_neg,verb_neg,obj_neg\n"
    # The negative image is the positive one of the second row.
    'A girl sits on grass.,"girl,sit,grass","girl,lie,grass",,,1,2,False,True,False\n'
    'A girl lying on grass.,"girl,lie,grass","boy,lie,grass",,,2,7,True,False,False\n'
    # "lie" is not in the sentence; no triplet; no sentence; the same caption.
    'A girl lying on grass.,"girl,lie,grass","girl,sit,grass",,,2,8,False,True,False\n'
    'A girl runs.,"girl,run,",,,,3,9,False,True,False\n'
    ',"girl,run,","girl,sit,",,,4,9,False,True,False\n'
    'A girl sits on grass.,"girl,sit,grass","girl,sit,grass",,,5,1,False,False,True\n'
)
SVO = _SVO
